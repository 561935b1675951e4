/** What a cell shows; nothing for null and undefined. */
type Cell = string | number | null | undefined;

/** A column: its title, and the field of a row that it shows, or the text of a row. */
type Column<Row> = readonly [title: string, cell: (keyof Row & string) | ((row: Row) => Cell)];

/** Returns rows of results as a table: see {@link table}. */
export const tableOf = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string =>
  [...tablePieces(rows, columns)].join("");

/** Returns rows under a head, in columns of equal width. Words are aligned left, numbers right. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  tableOf(
    rows,
    head.map((title, i) => [title, (row: readonly string[]) => row[i]] as const),
  );

const ROWS_PER_PIECE = 1000;

/** Yields the text of {@link tableOf} in pieces: hundreds of thousands of rows need little memory. */
export function* tablePieces<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Generator<string> {
  const textOf = (row: Row, [, cell]: Column<Row>) =>
    String((typeof cell === "function" ? cell(row) : (row[cell] as Cell)) ?? "");
  const widths = columns.map(([title]) => title.length);
  const worded = columns.map(() => false);
  for (const row of rows) {
    for (const [i, column] of columns.entries()) {
      const text = textOf(row, column);
      widths[i] = Math.max(widths[i], text.length);
      worded[i] ||= /^[a-z]/i.test(text);
    }
  }
  const line = (cells: readonly string[]) =>
    `${cells
      .map((cell, i) => (worded[i] ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd()}\n`;
  yield line(columns.map(([title]) => title));
  for (let at = 0; at < rows.length; at += ROWS_PER_PIECE) {
    const part = rows.slice(at, at + ROWS_PER_PIECE);
    yield part.map((row) => line(columns.map((column) => textOf(row, column)))).join("");
  }
}

/** A rate with three digits. */
export const scientific = (rate: number | null): string | undefined => rate?.toExponential(2);

/** Returns a number with some decimals; 0 has no sign, also where a negative number is rounded to it. */
export const decimals = (value: number, digits: number): string => value.toFixed(digits).replace(/^-(?=[0.]*$)/, "");
