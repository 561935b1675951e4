import { plain } from "../format.ts";
import { Dialog } from "../elements/dialog.tsx";
import type { Table } from "./table.ts";

/** Most rows in the dialog. More would make the page slow; the CSV has all rows. */
const MOST_ROWS = 400;

interface TableDialogProps {
  title: string;
  summary?: string;
  table: Table;
  onClose: () => void;
}

export function TableDialog({ title, summary, table, onClose }: TableDialogProps) {
  const { columns, rows } = table;
  const shown = rows.slice(0, MOST_ROWS);
  return (
    <Dialog title={title} label={`${title}: data`} wide onClose={onClose}>
      {summary && <p>{summary}</p>}
      {shown.length < rows.length && (
        <p className="muted">
          These are the first {shown.length} of {rows.length} rows. The CSV has all rows.
        </p>
      )}
      <div className="table-scroll" tabIndex={0} role="region" aria-label={`${title}: rows`}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, i) => (
              <tr key={i}>
                {row.map((value, column) => (
                  <td key={columns[column]}>{typeof value === "number" ? plain(value, 5) : (value ?? "–")}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
