import { create } from "zustand";
import type { LabName } from "../labs/registry.ts";
import { noteEdit } from "../elements/notices.ts";
import { labName, session } from "./labs.ts";
import { withoutFields } from "./url.ts";

/** A lab's history of scenarios, as links. */
interface Edits {
  past: readonly string[];
  now: string;
  /** Undone scenarios; the next one to redo is first. */
  future: readonly string[];
}

export const useHistory = create<Partial<Record<LabName, Edits>>>()(() => ({}));

const MOST_EDITS = 200;

/** Adds the scenario to the history if it has changed. A change of passing fields updates the last entry. */
export function recordEdit(): void {
  const lab = labName();
  const edits = useHistory.getState()[lab];
  const now = session()?.address();
  if (now === undefined) return;
  if (!edits) useHistory.setState({ [lab]: { past: [], now, future: [] } });
  else if (now === edits.now) return;
  else if (isSameEdit(now, edits.now)) useHistory.setState({ [lab]: { ...edits, now } });
  else {
    noteEdit();
    useHistory.setState({ [lab]: { past: [...edits.past, edits.now].slice(-MOST_EDITS), now, future: [] } });
  }
}

/** Returns true if two of the lab's links differ in passing fields only. */
export function isSameEdit(link: string, other: string): boolean {
  const passing = session()?.passing;
  return withoutFields(link, passing) === withoutFields(other, passing);
}

/** The page itself changed the scenario, so there is nothing to undo. */
export function rebaseEdits(): void {
  const lab = labName();
  const now = session()?.address();
  if (now !== undefined) useHistory.setState((all) => ({ [lab]: { past: [], future: [], ...all[lab], now } }));
}

export function undo(): void {
  const edits = editsNow();
  const before = edits?.past.at(-1);
  if (!edits || before === undefined) return;
  travel(before, { past: edits.past.slice(0, -1), future: [edits.now, ...edits.future] });
}

export function redo(): void {
  const edits = editsNow();
  const after = edits?.future[0];
  if (!edits || after === undefined) return;
  travel(after, { past: [...edits.past, edits.now], future: edits.future.slice(1) });
}

function editsNow(): Edits | undefined {
  recordEdit();
  return useHistory.getState()[labName()];
}

function travel(now: string, rest: Omit<Edits, "now">): void {
  useHistory.setState({ [labName()]: { ...rest, now } });
  session()?.read(now).show();
}
