import { redo, undo, useHistory } from "./history.ts";
import { useLabName } from "./labs.ts";
import { Icon } from "../elements/icons.tsx";

/** The rail's first line: undo and redo of scenarios. */
export function RailHead({ title }: { title: string }) {
  const lab = useLabName();
  const edits = useHistory((all) => all[lab]);
  return (
    <div className="rail-head">
      <span className="muted">{title}</span>
      <button
        type="button"
        className="button quiet icon"
        aria-label="Undo"
        title="Undo (Ctrl+Z)"
        aria-disabled={!edits?.past.length}
        onClick={undo}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        className="button quiet icon"
        aria-label="Redo"
        title="Redo (Ctrl+Shift+Z)"
        aria-disabled={!edits?.future.length}
        onClick={redo}
      >
        <Icon name="redo" />
      </button>
    </div>
  );
}
