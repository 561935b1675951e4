import { Dialog } from "../elements/dialog.tsx";
import { DataTable } from "./data-table.tsx";
import type { Table } from "./table.ts";

interface TableDialogProps {
  title: string;
  summary?: string;
  table: Table;
  onClose: () => void;
}

export function TableDialog({ title, summary, table, onClose }: TableDialogProps) {
  return (
    <Dialog title={title} label={`${title}: data`} wide onClose={onClose}>
      {summary && <p>{summary}</p>}
      <DataTable label={title} table={table} digits={5} />
    </Dialog>
  );
}
