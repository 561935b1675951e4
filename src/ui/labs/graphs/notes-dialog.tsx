import { Dialog } from "../../elements/dialog.tsx";
import { useGrowing } from "../../elements/growing.ts";
import { closeNotes, useNotes } from "./files.ts";

/** Notes that are drawn at first, and with each look at the end of the list. */
const MORE = 60;

/** Lists what an import or export could not carry over. */
export function NotesDialog() {
  const { title, notes } = useNotes();
  const { shown, end } = useGrowing(notes.length, MORE);
  if (notes.length === 0) return null;
  return (
    <Dialog title={title} wide onClose={closeNotes}>
      <ul className="notes-list">
        {notes.slice(0, shown).map((note, i) => (
          <li key={i}>{note}</li>
        ))}
        {end && <li ref={end}>{notes.length - shown} more follow.</li>}
      </ul>
    </Dialog>
  );
}
