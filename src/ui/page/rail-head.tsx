import { Button } from "../elements/button.tsx";
import { undoOf, useNotices } from "../elements/notices.ts";
import { redo, undo, useHistory } from "./history.ts";
import { useLabName } from "./labs.ts";

/** The rail's first line: undo and redo. */
export function RailHead({ title }: { title: string }) {
  const lab = useLabName();
  const edits = useHistory((all) => all[lab]);
  const canUndo = useNotices(({ notices }) => undoOf(notices) !== undefined) || edits?.past.length;
  return (
    <div className="rail-head">
      <span className="muted">{title}</span>
      <Button icon="undo" label="Undo" keys="Ctrl+Z" aria-disabled={!canUndo} onClick={undo} />
      <Button icon="redo" label="Redo" keys="Ctrl+Shift+Z" aria-disabled={!edits?.future.length} onClick={redo} />
    </div>
  );
}
