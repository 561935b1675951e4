import { create } from "zustand";
import type { LabName } from "../labs/registry.ts";
import { newestId, undoOf, useNotices } from "../elements/notices.ts";
import { labName, session } from "./labs.ts";
import { withoutFields } from "./url.ts";
import { useView } from "./view.ts";

/** The lecture and the step whose text is beside a scenario. */
export interface Place {
  id: string;
  step: number;
}

/** A scenario as a link, with its place: a scenario without its text would mislead. */
interface Scene {
  link: string;
  place?: Place;
}

/** A scene before an edit, and the newest notice at the time of the edit. */
interface Edited extends Scene {
  notice: number;
}

/** A lab's history of scenes. */
interface Edits {
  past: readonly Edited[];
  now: Scene;
  /** Undone scenes; the next one to redo is first. */
  future: readonly Scene[];
}

export const useHistory = create<Partial<Record<LabName, Edits>>>()(() => ({}));

const MOST_EDITS = 200;

/** The place of scenes that are recorded now in a lab. */
const useCurrent = create<{ lab?: LabName; place?: Place }>()(() => ({}));

function placeIn(lab: LabName): Place | undefined {
  const current = useCurrent.getState();
  return current.lab === lab ? current.place : undefined;
}

/** Adds the scenario to the history if it has changed. A change of passing fields, or of the place alone, updates the last entry. */
export function recordEdit(): void {
  const lab = labName();
  const edits = useHistory.getState()[lab];
  const link = session()?.address();
  if (link === undefined) return;
  const now = { link, place: placeIn(lab) };
  if (!edits) useHistory.setState({ [lab]: { past: [], now, future: [] } });
  else if (link === edits.now.link && now.place === edits.now.place) return;
  else if (isSameEdit(link, edits.now.link)) useHistory.setState({ [lab]: { ...edits, now } });
  else useHistory.setState({ [lab]: { past: pastWith(edits), now, future: [] } });
}

const pastWith = ({ past, now }: Edits) => [...past, { ...now, notice: newestId() }].slice(-MOST_EDITS);

/**
 * Takes note of the step whose text the page shows from now on, before its scenario is applied. Undo within the lecture leads back to
 * earlier steps with their texts, and no further than the lecture's start. Without a lecture it leads to all scenarios again.
 */
export function placeEdits(place: Place | undefined): void {
  recordEdit();
  useCurrent.setState({ lab: labName(), place });
  if (place) return;
  const everywhere = Object.entries(useHistory.getState()).map(([lab, { past, now, future }]) => {
    const unplaced = <One extends Scene>(scene: One) => ({ ...scene, place: undefined });
    return [lab, { past: past.map(unplaced), now: unplaced(now), future: future.map(unplaced) }];
  });
  useHistory.setState(Object.fromEntries(everywhere));
}

let showPlace: (place: Place) => void = () => {};

/** @param show Shows the text of a step, whose scenario is on the page already. */
export function showPlacesBy(show: typeof showPlace): void {
  showPlace = show;
}

/** Returns the scenes to which undo and redo lead: any scene without a lecture, else scenes of the same lecture. */
function ways(edits: Edits | undefined, place: Place | undefined): { before?: Edited; after?: Scene } {
  const within = <One extends Scene>(scene?: One) => (scene?.place?.id === place?.id ? scene : undefined);
  return { before: within(edits?.past.at(-1)), after: within(edits?.future[0]) };
}

/** Returns whether there is something to undo and to redo in a lab's history. */
export function useWays(lab: LabName): { canUndo: boolean; canRedo: boolean } {
  const edits = useHistory((all) => all[lab]);
  const place = useCurrent((current) => (current.lab === lab ? current.place : undefined));
  const { before, after } = ways(edits, place);
  return { canUndo: before !== undefined, canRedo: after !== undefined };
}

/** Returns true if two of the lab's links differ in passing fields only. */
export function isSameEdit(link: string, other: string): boolean {
  const passing = session()?.passing;
  return withoutFields(link, passing) === withoutFields(other, passing);
}

/** The page itself changed the scenario, so there is nothing to undo. */
export function rebaseEdits(): void {
  const lab = labName();
  const link = session()?.address();
  const now = { link: link ?? "", place: placeIn(lab) };
  if (link !== undefined) useHistory.setState((all) => ({ [lab]: { past: [], future: [], ...all[lab], now } }));
}

/** Undoes what came last: the last edit of the scenario, or what a notice offers to undo. */
export function undo(): void {
  const edits = editsNow();
  const offer = undoOf(useNotices.getState().notices);
  if (offer && offer.id > (edits?.past.at(-1)?.notice ?? 0)) return offer.action?.run();
  const { before } = ways(edits, placeIn(labName()));
  if (!edits || before === undefined) return;
  travel(before, { past: edits.past.slice(0, -1), future: [edits.now, ...edits.future] });
}

export function redo(): void {
  const edits = editsNow();
  const { after } = ways(edits, placeIn(labName()));
  if (!edits || after === undefined) return;
  travel(after, { past: pastWith(edits), future: edits.future.slice(1) });
}

/** Returns the lab's history with the newest edit; undefined on a page without a lab. */
function editsNow(): Edits | undefined {
  if (useView.getState().page) return undefined;
  recordEdit();
  return useHistory.getState()[labName()];
}

function travel({ link, place }: Scene, rest: Omit<Edits, "now">): void {
  useCurrent.setState({ lab: labName(), place });
  useHistory.setState({ [labName()]: { ...rest, now: { link, place } } });
  session()?.read(link).show();
  if (place) showPlace(place);
}
