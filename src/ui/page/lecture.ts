import { create } from "zustand";
import type { Lecture, Step } from "#core/lectures/lecture.ts";
import type { LabName } from "../labs/registry.ts";
import { useAttention } from "../figures/attention.ts";
import { useCurrentLab } from "../kit/current-lab.ts";
import { say } from "../elements/notices.ts";
import { entryOf, labName, session } from "./labs.ts";
import { isSameEdit } from "./history.ts";
import type { ReadAddress } from "../kit/address.ts";
import { keepInView } from "../kit/in-view.ts";
import { useView } from "./view.ts";

interface LectureStore {
  /** The fetched lists of lectures. */
  lists: Partial<Record<LabName, readonly Lecture[]>>;
  /** The current lecture, and its step, from 0. */
  open?: { id: string; step: number };
  /** The scenario differs from the step's. */
  strayed: boolean;
}

export const useLecture = create<LectureStore>()(() => ({ lists: {}, strayed: false }));

/** Returns the current lecture, once its lab's list has been fetched. */
export function followed({ lists, open }: LectureStore, lab: LabName): Lecture | undefined {
  return lists[lab]?.find(({ id }) => id === open?.id);
}

/** Returns the current step. */
export function shownStep(state: LectureStore, lab: LabName): Step | undefined {
  return followed(state, lab)?.steps[state.open?.step ?? 0];
}

/** Passes the current lecture and step to the figures and the lab. */
function tellTheLab(): void {
  const state = useLecture.getState();
  const lecture = state.open !== undefined;
  if (lecture !== useCurrentLab.getState().lecture) useCurrentLab.setState({ lecture });
  const focus = shownStep(state, labName())?.figure;
  if (focus !== useAttention.getState().focus) useAttention.setState({ focus });
}
useLecture.subscribe(tellTheLab);
useCurrentLab.subscribe(tellTheLab);

/** Fetches the lectures of a lab; a lab without lectures has an empty list. */
export async function fetchLectures(lab: LabName): Promise<readonly Lecture[]> {
  const { lectures } = entryOf(lab);
  const list = useLecture.getState().lists[lab] ?? (await lectures?.())?.LECTURES ?? [];
  useLecture.setState(({ lists }) => ({ lists: { ...lists, [lab]: list } }));
  return list;
}

/**
 * Opens the lecture that a link names.
 *
 * @param apply True applies the step's scenario; false keeps the link's own.
 */
export async function followLecture(open: LectureStore["open"], apply: boolean): Promise<void> {
  useLecture.setState({ open });
  if (!open) return;
  const lab = labName();
  try {
    const lecture = (await fetchLectures(lab)).find(({ id }) => id === open.id);
    if (useLecture.getState().open !== open) return;
    if (!lecture)
      throw new RangeError(`There is no lecture “${open.id}” in this lab. “Lectures” in the bar lists all.`);
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

/** Moves by `by` steps, and applies the new step's scenario. */
export function moveStep(by: number): void {
  const state = useLecture.getState();
  const lecture = followed(state, labName());
  if (!lecture || !state.open) return;
  const step = Math.min(lecture.steps.length - 1, Math.max(0, state.open.step + by));
  if (step !== state.open.step) showStep(lecture, step);
}

function showStep(lecture: Lecture, step: number): void {
  const read = readStep(lecture.steps[step]);
  if (read && read.address !== session()?.address()) read.show();
  useLecture.setState({ open: { id: lecture.id, step }, strayed: false });
  showFocus();
}

export function leaveLecture(): void {
  if (useView.getState().present) useAttention.setState({ enlarged: undefined });
  useLecture.setState({ open: undefined, strayed: false });
}

/** Applies the step's scenario again. */
export function restoreStep(): void {
  const step = shownStep(useLecture.getState(), labName());
  if (step) readStep(step)?.show();
}

/** Checks whether the scenario still equals the step's. */
export function compareWithStep(): void {
  const step = shownStep(useLecture.getState(), labName());
  const read = step && readStep(step);
  const strayed = read !== undefined && !isSameEdit(read.address, session()?.address() ?? "");
  if (strayed !== useLecture.getState().strayed) useLecture.setState({ strayed });
}

/** The steps that were read: the scenario is compared with them after every change. */
const readSteps = new WeakMap<Step, ReadAddress>();

function readStep(step: Step): ReadAddress | undefined {
  const read = readSteps.get(step) ?? session()?.read(`#${step.scenario}`);
  if (read) readSteps.set(step, read);
  return read;
}

/** Scrolls the step's figure into view; in presenter mode it fills the page beside the text. */
export function showFocus(): void {
  const { enlarged, focus } = useAttention.getState();
  if (useView.getState().present) useAttention.setState({ enlarged: focus });
  else if (enlarged !== undefined && enlarged !== focus) useAttention.setState({ enlarged: undefined });
  if (focus !== undefined) keepInView(focus);
}

useView.subscribe(({ present }, before) => {
  if (present === before.present || !useLecture.getState().open) return;
  if (!present) useAttention.setState({ enlarged: undefined });
  showFocus();
});
