/** What a figure shows, as numbers. */
export interface Table {
  /** Heads with units, e.g. "frequency (MHz)". */
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** Comma-separated values (RFC 4180): full precision, an empty cell where there is no number. */
export function toCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** A list of objects, one a row, keyed by the heads. */
export function toJson({ columns, rows }: Table): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null])));
  return `${JSON.stringify(objects, null, 1)}\n`;
}

function cell(value: string | number | null): string {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Columns of numbers side by side, as rows. */
export function columnsToRows(...columns: readonly ArrayLike<string | number | null>[]): (string | number | null)[][] {
  return Array.from({ length: columns[0].length }, (_, i) => columns.map((column) => column[i]));
}
