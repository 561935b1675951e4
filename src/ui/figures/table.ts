import type { Curve } from "./chart.tsx";

/** The numbers of a figure. */
export interface Table {
  /** Column heads with units, for example "frequency (MHz)". */
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** A column of a table: its head, and its value in a row. */
export type Column<Row> = readonly [head: string, of: (row: Row) => string | number | null | undefined];

/** Returns a table with a row per item. */
export const listTable = <Row>(items: readonly Row[], columns: readonly Column<Row>[]): Table => ({
  columns: columns.map(([head]) => head),
  rows: items.map((item) => columns.map(([, of]) => of(item) ?? null)),
});

/** Returns comma-separated values (RFC 4180) in full precision; a missing number is an empty cell. */
export function toCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** Returns a list of objects, one per row, with the column heads as keys. */
export function toJson({ columns, rows }: Table): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null])));
  return `${JSON.stringify(objects, null, 1)}\n`;
}

function cell(value: string | number | null): string {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a column of the curves' common horizontal axis, and one of each curve. */
export function curvesTable(head: string, curves: readonly (Pick<Curve, "x" | "y"> & { name: string })[]): Table {
  return {
    columns: [head, ...curves.map(({ name }) => name)],
    rows: columnsToRows(curves[0].x, ...curves.map(({ y }) => y)),
  };
}

/** Returns the rows of several columns of numbers. */
export function columnsToRows(...columns: readonly ArrayLike<string | number | null>[]): (string | number | null)[][] {
  return Array.from({ length: columns[0].length }, (_, i) => columns.map((column) => column[i]));
}
