import { Dialog } from "../../elements/dialog.tsx";
import { closeNotes, useNotes } from "./files.ts";

/** Lists what an import or export could not carry over. */
export function NotesDialog() {
  const { title, notes } = useNotes();
  if (notes.length === 0) return null;
  return (
    <Dialog title={title} wide onClose={closeNotes}>
      <ul className="notes-list">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Dialog>
  );
}
