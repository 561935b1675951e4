/** What a cell shows; nothing for null and undefined. */
type Cell = string | number | null | undefined;

/** A column: its title, and the field of a row that it shows, or the text of a row. */
type Column<Row> = readonly [title: string, cell: (keyof Row & string) | ((row: Row) => Cell)];

/** Returns rows of results as a table: see {@link table}. */
export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const texts = rows.map((row) =>
    columns.map(([, cell]) => String((typeof cell === "function" ? cell(row) : (row[cell] as Cell)) ?? "")),
  );
  return table(
    columns.map(([title]) => title),
    texts,
  );
}

/** Returns rows under a head, in columns of equal width. Words are aligned left, numbers right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const worded = head.map((_, i) => rows.some((row) => /^[a-z]/i.test(row[i])));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (worded[i] ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  return `${[head, ...rows].map(line).join("\n")}\n`;
}

/** A rate with three digits. */
export const scientific = (rate: number | null): string | undefined => rate?.toExponential(2);
