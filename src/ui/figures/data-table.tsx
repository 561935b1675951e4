import { ColumnTable } from "../elements/column-table.tsx";
import { plain } from "../format.ts";
import type { Table } from "./table.ts";

interface DataTableProps {
  /** Its accessible name. */
  label: string;
  table: Table;
  /** Significant digits of numbers. */
  digits: number;
  className?: string;
}

/** A table of numbers that scrolls. */
export function DataTable({ label, table: { columns, rows }, digits, className }: DataTableProps) {
  const text = (value: string | number | null) => (typeof value === "number" ? plain(value, digits) : (value ?? "–"));
  return (
    <ColumnTable
      region={`${label}: rows`}
      className={className}
      rows={rows}
      columns={columns.map((head, i) => [head, (row: Table["rows"][number]) => text(row[i])])}
    />
  );
}
