import { Dialog } from "../../elements/dialog.tsx";
import { Growing } from "../../elements/growing.tsx";
import { closeNotes, useNotes } from "./files.ts";

/** Notes that are drawn at first, and with each look at the end of the list. */
const MORE = 60;

/** Lists what an import or export could not carry over. */
export function NotesDialog() {
  const { title, notes } = useNotes();
  if (notes.length === 0) return null;
  return (
    <Dialog title={title} wide onClose={closeNotes}>
      <ul className="notes-list">
        <Growing items={notes} step={MORE}>
          {(note, i) => <li key={i}>{note}</li>}
        </Growing>
      </ul>
    </Dialog>
  );
}
