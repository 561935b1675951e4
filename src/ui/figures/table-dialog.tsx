import { useEffect, useRef } from "react";
import { plain } from "../format.ts";
import { Icon } from "../shell/icons.tsx";
import type { Table } from "./table.ts";

/** A dialog of thousands of rows would take the page's breath: the rest is in the CSV. */
const MOST_ROWS = 400;

interface TableDialogProps {
  title: string;
  summary?: string;
  table: Table;
  onClose: () => void;
}

export function TableDialog({ title, summary, table, onClose }: TableDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { columns, rows } = table;
  const shown = rows.slice(0, MOST_ROWS);
  return (
    <dialog ref={dialog} className="table-dialog" aria-label={`${title}: data`} onClose={onClose}>
      <header className="dialog-head">
        <h2>{title}</h2>
        <button type="button" className="button quiet icon" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      {summary && <p>{summary}</p>}
      {shown.length < rows.length && (
        <p className="muted">
          The first {shown.length} of {rows.length} rows; the CSV has them all.
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
    </dialog>
  );
}
