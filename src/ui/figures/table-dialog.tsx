import { plain } from "../format.ts";
import { Dialog } from "../elements/dialog.tsx";
import { TableBody } from "../elements/table-body.tsx";
import type { Table } from "./table.ts";

interface TableDialogProps {
  title: string;
  summary?: string;
  table: Table;
  onClose: () => void;
}

export function TableDialog({ title, summary, table, onClose }: TableDialogProps) {
  const { columns, rows } = table;
  return (
    <Dialog title={title} label={`${title}: data`} wide onClose={onClose}>
      {summary && <p>{summary}</p>}
      <div className="table-scroll" tabIndex={0} role="region" aria-label={`${title}: rows`}>
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
                  <td key={columns[column]}>{typeof value === "number" ? plain(value, 5) : (value ?? "–")}</td>
                ))}
              </tr>
            )}
          </TableBody>
        </table>
      </div>
    </Dialog>
  );
}
