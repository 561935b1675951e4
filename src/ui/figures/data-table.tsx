import { TableBody } from "../elements/table-body.tsx";
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
export function DataTable({ label, table: { columns, rows }, digits, className = "" }: DataTableProps) {
  return (
    <div className={`table-scroll ${className}`.trim()} tabIndex={0} role="region" aria-label={`${label}: rows`}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <TableBody count={rows.length}>
          {(row) => (
            <tr key={row} aria-rowindex={row + 2}>
              {rows[row].map((value, column) => (
                <td key={columns[column]}>{typeof value === "number" ? plain(value, digits) : (value ?? "–")}</td>
              ))}
            </tr>
          )}
        </TableBody>
      </table>
    </div>
  );
}
