import { create } from "zustand";
import type { MeasureConfig } from "#core/signals/runs.ts";
import type { Box as CoreBox, Detection } from "#core/signals/detection.ts";
import type { Annotation } from "#core/capture/recording.ts";
import { createTimeSlice } from "#core/thread/time-slice.ts";
import { latestWins } from "../../../../worker/latest.ts";
import { describeFailure, type Failure } from "../../../elements/failure.ts";
import { say } from "../../../elements/notices.ts";
import { whole } from "../../../format.ts";
import { isWorkerLoss, worker } from "../../../kit/engine.ts";
import { type OpenedRecording, shownRecording, useRecording } from "../../../kit/recording/recording.ts";
import { making } from "../../../kit/recording/saving.ts";
import { createRunner, type Step, useRun } from "../../../kit/run.ts";
import type { Box } from "../waterfall/frame.ts";
import { putAnnotations, select, useWaterfall } from "../waterfall/store.ts";
import { FINDING_DEFAULTS } from "../address.ts";
import { offerUndo } from "../offer-undo.ts";
import { boxOf, isResolved, onAir, selectionOf } from "../measure.ts";

/** Where Threeray looks for signals. */
export type Scope = "view" | "recording" | "selection";

interface Signals {
  scope: Scope;
  /** Probability of a false alarm per decision. */
  falseAlarms: number;
  /** The signal that table, waterfall and cards show. */
  chosen?: number;
  /** The selection as one signal, in place of the chosen one. It is not in the list. */
  selected?: Detection;
  /** The selection is being measured, or is about to be. */
  measuring?: boolean;
  /** Why the selection could not be measured. */
  failure?: Failure;
}

export const useSignals = create<Signals>()(() => FINDING_DEFAULTS);

export interface Found extends Step {
  state: { config: MeasureConfig };
  found: readonly Detection[];
  messages: readonly string[];
  /** Signals that were found and are not measured yet. */
  measuring?: number;
}

/** Returns the samples that a search reads. */
function configOf({ scope, falseAlarms }: Signals): MeasureConfig {
  const { view, selection, channel } = useWaterfall.getState();
  const samples = shownRecording(useRecording.getState())?.samples ?? 0;
  const span = (scope === "selection" && selection) || (scope === "view" && view) || { start: 0, count: samples };
  const { chosen: index } = useRecording.getState();
  return { index, channel, from: span.start, to: span.start + span.count, falseAlarms };
}

/** Finds and measures the signals of the recording. */
export const finding = createRunner<"signals", "measure", Signals, MeasureConfig, Found>({
  experiment: "signals",
  run: "measure",
  of: useSignals,
  config: configOf,
  gather: ({ progress, detections, messages, measuring }, before, config) => ({
    state: { config },
    progress,
    done: progress >= 1,
    measuring,
    found: [...(before?.found ?? []), ...detections],
    messages: [...new Set([...(before?.messages ?? []), ...messages])],
  }),
  doing: "Finding signals",
  failed: "The signals could not be found.",
});

useRecording.subscribe((state, before) => {
  if (shownRecording(state) === shownRecording(before)) return;
  const { phase, step } = finding.store.getState();
  if (phase === "running") void worker.stop();
  finding.clear();
  const isSame = state.files === before.files && state.chosen === before.chosen && shownRecording(state);
  if (isSame && step?.found.length) {
    const { length } = step.found;
    const removed = length === 1 ? "The signal was" : `The ${whole(length)} signals were`;
    say(
      `The recording is read in another way now. ${removed} removed from the list: find ${length === 1 ? "it" : "them"} again.`,
    );
  }
  useSignals.setState({ chosen: undefined });
});

/** The signal in the cards: the selection, or else the chosen one of the list. */
export function useShownSignal(): { signal?: Detection; name: string } {
  const found = useRun(finding).step?.found;
  const { chosen, selected } = useSignals();
  const signal = selected ?? found?.find(({ id }) => id === chosen);
  return { signal, name: selected ? "Selected signal" : `Signal ${chosen}` };
}

/** Returns the signal with the highest SNR. */
export const strongestOf = (found: readonly Detection[]) =>
  found.reduce<Detection | undefined>((best, one) => (best && best.snrDb >= one.snrDb ? best : one), undefined);

/** The list before the newest search. */
let earlier: Found | undefined;

// A search that is stopped before its first signal leaves the list as it was.
finding.store.subscribe(({ phase, step }, before) => {
  if (phase === "running" && before.phase !== "running") earlier = before.step;
  else if (phase === "stopped" && !step?.found.length && earlier) finding.take(earlier);
});

// A search chooses the strongest signal, and leaves the selection as it is.
finding.store.subscribe(({ phase, step }, before) => {
  if (phase === before.phase || phase === "running" || !step) return;
  if (!step.found.some(({ id }) => id === useSignals.getState().chosen)) {
    useSignals.setState({ chosen: strongestOf(step.found)?.id });
  }
});

/** Box of a signal on the waterfall. */
export function boxOfSignal(recording: OpenedRecording, { start, stop, centreHz, bandwidthHz }: Detection): Box {
  const half = Math.max(bandwidthHz, 1) / 2;
  return selectionOf(recording, { start, stop, lowHz: centreHz - half, highHz: centreHz + half });
}

/** Shows a signal in table, waterfall and cards. Undefined: none. */
export function choose(recording: OpenedRecording, signal: Detection | undefined): void {
  if (signal) select(boxOfSignal(recording, signal));
  leaveSelection();
  useSignals.setState({ chosen: signal?.id });
}

/** Milliseconds from the last change of the selection to its measurement. */
const PAUSE_MS = 600;
/** Selections that are measured by themselves: samples, and share of the band. Larger ones hold more than one signal, or take long. */
const [LEAST_SAMPLES, MOST_SAMPLES, MOST_BAND] = [64, 2 ** 20, 0.95];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Forgets what was measured of the selection, or is about to be. */
function leaveSelection(): void {
  clearTimeout(timer);
  useSignals.setState({ selected: undefined, measuring: false, failure: undefined });
}

const measureBox = latestWins(({ box, id }: { box: CoreBox & { channel: number }; id: number }) =>
  worker.ask("signals", "measureBox", useRecording.getState().chosen, box, id),
);

/** Measures the selection as one signal, and shows it in the cards. */
async function showSelection(): Promise<void> {
  const recording = shownRecording(useRecording.getState());
  const { selection, channel } = useWaterfall.getState();
  const box = recording && selection && boxOf(recording, selection);
  if (!box || finding.store.getState().phase === "running") return useSignals.setState({ measuring: false });
  const isCurrent = () => useWaterfall.getState().selection === selection && useSignals.getState().measuring;
  try {
    const selected = await measureBox({ box: { ...box, channel }, id: 0 });
    if (isCurrent()) useSignals.setState({ selected, measuring: false });
  } catch (error) {
    if (!isCurrent()) return;
    const failure = isWorkerLoss(error) ? undefined : describeFailure("The selection could not be measured.", error);
    useSignals.setState({ measuring: false, failure });
  }
}

// One drag is enough: the cards show the selected box as a signal.
useWaterfall.subscribe(({ selection }, before) => {
  if (selection === before.selection) return;
  leaveSelection();
  const isPart = selection && selection.high - selection.low < MOST_BAND && isResolved(selection);
  if (isPart && selection.count >= LEAST_SAMPLES && selection.count <= MOST_SAMPLES) {
    useSignals.setState({ measuring: true });
    timer = setTimeout(() => void showSelection(), PAUSE_MS);
  }
});

const nextId = (found: readonly Detection[]) => found.reduce((most, { id }) => Math.max(most, id), 0) + 1;

/** Changes the list; the rows keep their ids. */
function replace(change: (found: readonly Detection[]) => readonly Detection[]): void {
  const { step } = finding.store.getState();
  if (step) finding.take({ ...step, found: change(step.found) });
}

/** Removes a signal from the list, and offers to bring it back. */
export function removeSignal(signal: Detection): void {
  const { id } = signal;
  const { chosen } = useSignals.getState();
  replace((found) => found.filter((one) => one.id !== id));
  if (chosen === id) useSignals.setState({ chosen: undefined });
  const withdraw = offerUndo(`Signal ${id} was deleted.`, () => {
    leave();
    replace((found) => {
      const isTaken = found.some((one) => one.id === id);
      return [...found, isTaken ? { ...signal, id: nextId(found) } : signal].toSorted((a, b) => a.id - b.id);
    });
    useSignals.setState({ chosen });
  });
  // A new search begins a new list, which may hold the signal again.
  const leave = finding.store.subscribe(({ phase }) => {
    if (phase !== "running") return;
    leave();
    withdraw();
  });
}

/** Measures the selected box as one signal, and adds it to the list. */
export function measureSelection(recording: OpenedRecording): Promise<void> {
  const { selection, channel } = useWaterfall.getState();
  const box = selection && boxOf(recording, selection);
  if (!box) return Promise.resolve();
  return making("Measuring the selection", async () => {
    const { chosen: index } = useRecording.getState();
    const measured = await worker.ask("signals", "measureBox", index, { ...box, channel }, 0);
    // Meanwhile the person may have opened another recording, begun a search or deleted signals.
    const { step, phase } = finding.store.getState();
    if (recording !== shownRecording(useRecording.getState()) || phase === "running") return false;
    const found = step?.found ?? [];
    const id = nextId(found);
    const signal = { ...measured, id };
    const empty = { state: { config: finding.config() }, progress: 1, done: true, messages: [] };
    finding.take({ ...(step ?? empty), found: [...found, signal] });
    leaveSelection();
    useSignals.setState({ chosen: id });
    return true;
  });
}

/** A signal as an annotation: its fields have the names of the command’s output. */
function annotationOf(recording: OpenedRecording, signal: Detection): Annotation {
  const { low, high } = boxOfSignal(recording, signal);
  const { start, stop, class: label } = signal;
  const edges = [onAir(recording, start, low), onAir(recording, start, high)] as const;
  return { start, count: stop - start, label, edges, metadata: { ...signal } };
}

/** Keeps signals as annotations. One of the same samples, band and label is replaced: its further fields stay. The page answers meanwhile. */
export function keepAsAnnotations(recording: OpenedRecording, signals: readonly Detection[]): Promise<void> {
  return making("Keeping the signals", async () => {
    const keyOf = ({ start, count, edges, label }: Annotation) => JSON.stringify([start, count, edges, label]);
    const before = new Map<string, Annotation[]>();
    await each(useWaterfall.getState().annotations, (one) => {
      const key = keyOf(one);
      const same = before.get(key);
      if (same) same.push(one);
      else before.set(key, [one]);
    });
    const replaced = new Set<Annotation>();
    const more: Annotation[] = [];
    await each(signals, (signal) => {
      const annotation = annotationOf(recording, signal);
      const old = before.get(keyOf(annotation)) ?? [];
      for (const one of old) replaced.add(one);
      const last = old.at(-1);
      more.push(last ? { ...last, metadata: { ...last.metadata, ...annotation.metadata } } : annotation);
    });
    if (recording !== shownRecording(useRecording.getState())) return false;
    putAnnotations(more, (one) => replaced.has(one));
    const kept = new Set(more);
    const count =
      more.length === 1 ? "The signal is an annotation now." : `${whole(more.length)} signals are annotations now.`;
    offerUndo(count, () => putAnnotations([...replaced], (one) => kept.has(one)));
    return true;
  });
}

/** Does something with each item, in short tasks. */
async function each<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> {
  const slice = createTimeSlice();
  for (const [i, item] of items.entries()) {
    work(item);
    // The clock is slower than the work.
    if (i % 64 === 0 && slice.due()) await slice.pass();
  }
}
