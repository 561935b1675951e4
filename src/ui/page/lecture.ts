import { create } from "zustand";
import { labOf, type Lecture } from "#core/lectures/lecture.ts";
import type { LabName } from "../labs/registry.ts";
import { useAttention } from "../figures/attention.ts";
import { useCurrentLab } from "../kit/current-lab.ts";
import { say } from "../elements/notices.ts";
import { isWaiting, partsOf, useAnswers, variantOf } from "./answers.ts";
import { entryOf, LAB_NAMES, labName, session } from "./labs.ts";
import { isSameEdit, placeEdits, type Place } from "./history.ts";
import type { ReadAddress } from "../kit/address.ts";
import { keepInView } from "../kit/in-view.ts";
import { useView } from "./view.ts";

interface LectureStore {
  /** The fetched lists of lectures. */
  lists: Partial<Record<LabName, readonly Lecture[]>>;
  /** Lectures from files and links. Their steps may be in several labs. */
  own: readonly Lecture[];
  /** The current lecture, and its step, from 0. */
  open?: Place;
  /** The scenario differs from the step's. */
  strayed: boolean;
}

export const useLecture = create<LectureStore>()(() => ({ lists: {}, own: [], strayed: false }));

/** Links write this before the id of a lecture from a file. No id contains a point. */
const OWN = "own.";

/** Returns the name of a lecture in links: its id, after “own.” for one from a file. */
export const nameInLinks = (lecture: Pick<Lecture, "id">): string =>
  (useLecture.getState().own as readonly unknown[]).includes(lecture) ? `${OWN}${lecture.id}` : lecture.id;

/** Returns the current lecture, once its list has been fetched. The lab has it, or another one whose lecture leads here. */
export function followed({ lists, own, open }: LectureStore, lab: LabName): Lecture | undefined {
  if (!open) return undefined;
  const [all, name] = open.id.startsWith(OWN)
    ? [[own], open.id.slice(OWN.length)]
    : [[lists[lab], ...Object.values(lists)], open.id];
  return all.flatMap((list) => list ?? []).find(({ id }) => id === name);
}

/** Returns the scenario of the current step, in the student's variant. */
function stepScenario(): string | undefined {
  const state = useLecture.getState();
  const lecture = followed(state, labName());
  if (!lecture) return undefined;
  // Until the lecture is shown, the step is the link's, which may be beyond the last one.
  return variantOf(lecture, Math.min(state.open?.step ?? 0, partsOf(lecture) - 1)).scenario;
}

/** Passes the current lecture and step to the figures and the lab. */
function tellTheLab(): void {
  const state = useLecture.getState();
  const lecture = state.open !== undefined;
  if (lecture !== useCurrentLab.getState().lecture) useCurrentLab.setState({ lecture });
  const followedOne = followed(state, labName());
  const step = state.open?.step ?? 0;
  const focus = followedOne?.steps[step]?.figure;
  const covered = followedOne && focus && isWaiting(useAnswers.getState(), followedOne, step) ? focus : undefined;
  const before = useAttention.getState();
  if (focus !== before.focus || covered !== before.covered) useAttention.setState({ focus, covered });
}
useLecture.subscribe(tellTheLab);
useAnswers.subscribe(tellTheLab);
useCurrentLab.subscribe(tellTheLab);

/** Fetches the lectures of a lab; a lab without lectures has an empty list. */
export async function fetchLectures(lab: LabName): Promise<readonly Lecture[]> {
  const { lectures } = entryOf(lab);
  const list = useLecture.getState().lists[lab] ?? (await lectures?.())?.LECTURES ?? [];
  useLecture.setState(({ lists }) => ({ lists: { ...lists, [lab]: list } }));
  return list;
}

/** Reads the lectures from files that this browser keeps, and follows their changes. */
export async function fetchOwn(): Promise<void> {
  const { followOwn } = await import("./lectures/own.ts");
  followOwn((own) => useLecture.setState({ own }));
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
    await (open.id.startsWith(OWN) ? fetchOwn() : fetchLectures(lab));
    // A step or a task may be in another lab than the lecture.
    if (!followed({ ...useLecture.getState(), open }, lab)) await Promise.all(LAB_NAMES.map(fetchLectures));
    const lecture = followed(useLecture.getState(), lab);
    if (useLecture.getState().open !== open) return;
    if (!lecture)
      throw new RangeError(
        open.id.startsWith(OWN)
          ? `This browser keeps no lecture “${open.id.slice(OWN.length)}”. Drop its file on the page first.`
          : `There is no lecture “${open.id}”. “Lectures” in the bar lists all.`,
      );
    const step = Math.min(open.step, partsOf(lecture) - 1);
    if (apply) return showStep(lecture, step);
    const place = { id: open.id, step };
    placeEdits(place);
    useLecture.setState({ open: place });
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
  const step = Math.min(partsOf(lecture) - 1, Math.max(0, state.open.step + by));
  if (step !== state.open.step) showStep(lecture, step);
}

function showStep(lecture: Lecture, step: number): void {
  const { scenario } = variantOf(lecture, step);
  const lab = labOf(scenario);
  if (lab !== labName()) {
    const { present, test } = useView.getState();
    const view = `${test ? "&answers=none" : ""}${present ? "&present" : ""}`;
    location.hash = `#${lab}?lecture=${nameInLinks(lecture)}&step=${step + 1}${view}`;
    return;
  }
  const place = { id: nameInLinks(lecture), step };
  placeEdits(place);
  const read = readScenario(scenario);
  if (read && read.address !== session()?.address()) read.show();
  useLecture.setState({ open: place, strayed: false });
  showFocus();
}

/** Shows the text of a step again, to which undo or redo has led. */
export function returnToStep(open: Place): void {
  const before = useLecture.getState().open;
  if (before === undefined || (before.id === open.id && before.step === open.step)) return;
  useLecture.setState({ open });
  compareWithStep();
  showFocus();
}

export function leaveLecture(): void {
  if (useView.getState().present) useAttention.setState({ enlarged: undefined });
  useLecture.setState({ open: undefined, strayed: false });
  useView.setState({ test: false });
}

/** Applies the step's scenario again. */
export function restoreStep(): void {
  const scenario = stepScenario();
  if (scenario !== undefined) readScenario(scenario)?.show();
}

/** Checks whether the scenario still equals the step's. */
export function compareWithStep(): void {
  const scenario = stepScenario();
  const read = scenario === undefined ? undefined : readScenario(scenario);
  const strayed = read !== undefined && !isSameEdit(read.address, session()?.address() ?? "");
  if (strayed !== useLecture.getState().strayed) useLecture.setState({ strayed });
}

/** The scenario that was read last: the page is compared with it after every change. */
let readLast: { scenario: string; read: ReadAddress } | undefined;

function readScenario(scenario: string): ReadAddress | undefined {
  if (readLast?.scenario === scenario) return readLast.read;
  if (labOf(scenario) !== labName()) return undefined;
  const read = session()?.read(`#${scenario}`);
  readLast = read && { scenario, read };
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
  tellTheLab();
  showFocus();
});
