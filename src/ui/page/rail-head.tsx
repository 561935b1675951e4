import { Button } from "../elements/button.tsx";
import { redo, undo, useHistory } from "./history.ts";
import { useLabName } from "./labs.ts";

/** The rail's first line: undo and redo of scenarios. */
export function RailHead({ title }: { title: string }) {
  const lab = useLabName();
  const edits = useHistory((all) => all[lab]);
  return (
    <div className="rail-head">
      <span className="muted">{title}</span>
      <Button icon="undo" label="Undo" keys="Ctrl+Z" aria-disabled={!edits?.past.length} onClick={undo} />
      <Button icon="redo" label="Redo" keys="Ctrl+Shift+Z" aria-disabled={!edits?.future.length} onClick={redo} />
    </div>
  );
}
