import { Button } from "../elements/button.tsx";
import { undoOf, useNotices } from "../elements/notices.ts";
import { redo, undo, useWays } from "./history.ts";
import { useLabName } from "./labs.ts";

/** The rail's first line: undo and redo. */
export function RailHead({ title }: { title: string }) {
  const lab = useLabName();
  const { canUndo, canRedo } = useWays(lab);
  const isOffered = useNotices(({ notices }) => undoOf(notices) !== undefined);
  return (
    <div className="rail-head">
      <span className="muted">{title}</span>
      <Button icon="undo" label="Undo" keys="Ctrl+Z" aria-disabled={!canUndo && !isOffered} onClick={undo} />
      <Button icon="redo" label="Redo" keys="Ctrl+Shift+Z" aria-disabled={!canRedo} onClick={redo} />
    </div>
  );
}
