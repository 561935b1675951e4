import { create } from "zustand";
import type { Lecture, LectureStep } from "../kit/lecture.ts";
import type { LabName } from "../labs/registry.ts";
import { useAttention } from "../figures/attention.ts";
import { useCurrentLab } from "../kit/current-lab.ts";
import { say } from "../elements/notices.ts";
import { entryOf, labName, session } from "./labs.ts";
import { keepInView } from "./in-view.ts";

interface LectureStore {
  /** The lists that have been fetched. */
  lists: Partial<Record<LabName, readonly Lecture[]>>;
  /** The lecture that is followed, and its step, from 0. */
  open?: { id: string; step: number };
  /** The scenario is no longer the step's. */
  strayed: boolean;
}

export const useLecture = create<LectureStore>()(() => ({ lists: {}, strayed: false }));

/** The lecture that is followed, once its lab's list is here. */
export function followed({ lists, open }: LectureStore, lab: LabName): Lecture | undefined {
  return lists[lab]?.find(({ id }) => id === open?.id);
}

/** The step that is shown. */
export function shownStep(state: LectureStore, lab: LabName): LectureStep | undefined {
  return followed(state, lab)?.steps[state.open?.step ?? 0];
}

/** Tells the figures and the lab what is taught. */
function tellTheLab(): void {
  const state = useLecture.getState();
  const lecture = state.open !== undefined;
  if (lecture !== useCurrentLab.getState().lecture) useCurrentLab.setState({ lecture });
  const focus = shownStep(state, labName())?.focus;
  if (focus !== useAttention.getState().focus) useAttention.setState({ focus });
}
useLecture.subscribe(tellTheLab);
useCurrentLab.subscribe(tellTheLab);

/** Fetches the list of a lab; a lab without lectures has an empty one. */
export async function fetchLectures(lab: LabName): Promise<readonly Lecture[]> {
  const { lectures } = entryOf(lab);
  const list = useLecture.getState().lists[lab] ?? (await lectures?.())?.LECTURES ?? [];
  useLecture.setState(({ lists }) => ({ lists: { ...lists, [lab]: list } }));
  return list;
}

/**
 * Follows what a link says of a lecture.
 *
 * @param apply True puts the step's scenario in force; false keeps the link's own.
 */
export async function followLecture(open: LectureStore["open"], apply: boolean): Promise<void> {
  useLecture.setState({ open });
  if (!open) return;
  const lab = labName();
  try {
    const lecture = (await fetchLectures(lab)).find(({ id }) => id === open.id);
    if (useLecture.getState().open !== open) return;
    if (!lecture) throw new RangeError(`There is no lecture “${open.id}” in this lab.`);
    const step = Math.min(open.step, lecture.steps.length - 1);
    if (apply) return showStep(lecture, step);
    useLecture.setState({ open: { id: lecture.id, step } });
    compareWithStep();
    showFocus();
  } catch (error) {
    useLecture.setState({ open: undefined });
    say(`The lecture cannot be shown. ${(error as Error).message}`, "warning");
  }
}

/** Goes `by` steps on or back, with the new step's scenario. */
export function moveStep(by: number): void {
  const state = useLecture.getState();
  const lecture = followed(state, labName());
  if (!lecture || !state.open) return;
  const step = Math.min(lecture.steps.length - 1, Math.max(0, state.open.step + by));
  if (step !== state.open.step) showStep(lecture, step);
}

function showStep(lecture: Lecture, step: number): void {
  const link = linkOf(lecture.steps[step]);
  if (session()?.canonical(link) !== session()?.link()) session()?.read(link);
  useLecture.setState({ open: { id: lecture.id, step }, strayed: false });
  showFocus();
}

export function leaveLecture(): void {
  useLecture.setState({ open: undefined, strayed: false });
}

/** Puts the step's scenario in force again. */
export function restoreStep(): void {
  const step = shownStep(useLecture.getState(), labName());
  if (step) session()?.read(linkOf(step));
}

/** Sees whether the scenario still is the step's. */
export function compareWithStep(): void {
  const step = shownStep(useLecture.getState(), labName());
  const strayed = step !== undefined && session()?.canonical(linkOf(step)) !== session()?.link();
  if (strayed !== useLecture.getState().strayed) useLecture.setState({ strayed });
}

const linkOf = ({ scenario }: LectureStep) => `#${labName()}?${scenario}`;

/** Brings the figure in focus into view. */
export function showFocus(): void {
  const { enlarged, focus } = useAttention.getState();
  if (enlarged !== undefined && enlarged !== focus) useAttention.setState({ enlarged: undefined });
  if (focus !== undefined) keepInView(focus);
}
