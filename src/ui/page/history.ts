import { create } from "zustand";
import type { LabName } from "../labs/registry.ts";
import { newestId, undoOf, useNotices } from "../elements/notices.ts";
import { labName, session } from "./labs.ts";
import { withoutFields } from "./url.ts";
import { useView } from "./view.ts";

/** A scenario before an edit, and the newest notice at the time of the edit. */
interface Edited {
  link: string;
  notice: number;
}

/** A lab's history of scenarios, as links. */
interface Edits {
  past: readonly Edited[];
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
  else useHistory.setState({ [lab]: { past: pastWith(edits), now, future: [] } });
}

const pastWith = ({ past, now }: Edits) => [...past, { link: now, notice: newestId() }].slice(-MOST_EDITS);

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

/** Undoes what came last: the last edit of the scenario, or what a notice offers to undo. */
export function undo(): void {
  const edits = editsNow();
  const before = edits?.past.at(-1);
  const offer = undoOf(useNotices.getState().notices);
  if (offer && offer.id > (before?.notice ?? 0)) return offer.action?.run();
  if (!edits || before === undefined) return;
  travel(before.link, { past: edits.past.slice(0, -1), future: [edits.now, ...edits.future] });
}

export function redo(): void {
  const edits = editsNow();
  const after = edits?.future[0];
  if (!edits || after === undefined) return;
  travel(after, { past: pastWith(edits), future: edits.future.slice(1) });
}

/** Returns the lab's history with the newest edit; undefined on a page without a lab. */
function editsNow(): Edits | undefined {
  if (useView.getState().page) return undefined;
  recordEdit();
  return useHistory.getState()[labName()];
}

function travel(now: string, rest: Omit<Edits, "now">): void {
  useHistory.setState({ [labName()]: { ...rest, now } });
  session()?.read(now).show();
}
