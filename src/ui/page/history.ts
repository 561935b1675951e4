import { create } from "zustand";
import { session } from "./session.ts";
import { type LabName, useView } from "./view.ts";

/** A lab's scenarios, as links: a scenario is data, and so is its past. */
interface Edits {
  past: readonly string[];
  now: string;
  /** What was undone, the next to redo first. */
  future: readonly string[];
}

export const useHistory = create<Partial<Record<LabName, Edits>>>()(() => ({}));

const MOST_EDITS = 200;

/** Takes the scenario as one step of the past, if it has changed. */
export function recordEdit(): void {
  const { lab } = useView.getState();
  const edits = useHistory.getState()[lab];
  const now = session().link();
  if (!edits) useHistory.setState({ [lab]: { past: [], now, future: [] } });
  else if (now !== edits.now) {
    useHistory.setState({ [lab]: { past: [...edits.past, edits.now].slice(-MOST_EDITS), now, future: [] } });
  }
}

/** The scenario was changed by the page itself: nothing to undo. */
export function rebaseEdits(): void {
  const { lab } = useView.getState();
  useHistory.setState((all) => ({ [lab]: { past: [], future: [], ...all[lab], now: session().link() } }));
}

export function undo(): void {
  recordEdit();
  const { lab } = useView.getState();
  const { past, now, future } = useHistory.getState()[lab]!;
  const before = past.at(-1);
  if (before === undefined) return;
  useHistory.setState({ [lab]: { past: past.slice(0, -1), now: before, future: [now, ...future] } });
  session().read(before);
}

export function redo(): void {
  recordEdit();
  const { lab } = useView.getState();
  const { past, now, future } = useHistory.getState()[lab]!;
  const [after, ...rest] = future;
  if (after === undefined) return;
  useHistory.setState({ [lab]: { past: [...past, now], now: after, future: rest } });
  session().read(after);
}
