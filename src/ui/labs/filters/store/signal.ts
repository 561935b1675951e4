import { create } from "zustand";
import { type FilterExperiment, MOST_PASSED } from "#core/filters/experiment.ts";
import type { PassageFacts } from "#core/filters/passage.ts";
import { waterfallBins } from "#core/filters/waterfall-bins.ts";
import type { RecordingPreview } from "#core/capture/preview.ts";
import type { Waterfall } from "#core/capture/waterfall.ts";
import type { ExcerptFile } from "#core/capture/excerpt-file.ts";
import type { RecordingSummary } from "#core/capture/runs.ts";
import type { PassedSide } from "#core/filters/runs.ts";
import { latestWins } from "../../../../worker/latest.ts";
import { download } from "../../../figures/download.ts";
import { si } from "../../../format.ts";
import { describeFailure, type Failure, withoutPlace } from "../../../elements/failure.ts";
import { designRefusal, editDesign, editFilters, PATIENCE_MS, useFilters } from "./filters.ts";
import { isReady, isWorkerLoss, worker, useGpu } from "../../../kit/engine.ts";
import { fileName } from "../../../kit/recording/saving.ts";
import { atRate } from "../specs.ts";
import { shownRecording, useRecording } from "../../../kit/recording/recording.ts";
import { say } from "../../../elements/notices.ts";

type Both<T> = Readonly<Record<PassedSide, T>>;

export interface Span {
  start: number;
  count: number;
}

/** A filtered signal: its spectra and waterfalls. The worker keeps the samples. */
export interface Passed {
  config: FilterExperiment;
  /** Of a recording: its name and the filtered part. */
  recorded?: { title: string; part: Span };
  facts: PassageFacts;
  spectrum: Both<RecordingPreview>;
  waterfall: Both<Waterfall>;
}

/** Some samples before and after, complex ones as pairs. */
export interface Excerpt extends Span {
  of: Passed;
  samples: Both<Float32Array>;
}

interface FilterSignalStore {
  passing: boolean;
  progress: number;
  /** The last filtered signal. It stays while another is filtered. */
  passed?: Passed;
  /** Why nothing is filtered, in words. */
  refusal?: string;
  failure?: Failure;
  /** The range of samples in the excerpt. */
  view: Span;
  excerpt?: Excerpt;
}

export const useFilterSignal = create<FilterSignalStore>()(() => ({
  passing: false,
  progress: 0,
  view: { start: 0, count: 320 },
}));

/** Columns of a waterfall and of the overview. */
const COLUMNS = 256;
/** Most samples in the excerpt. */
export const MOST_SEEN = 8192;
const FEWEST_SEEN = 16;

/** The part of a recording to filter: the chosen one or its beginning, at most as many samples as the worker keeps. */
export function partOf({ samples }: Pick<RecordingSummary, "samples">, part: Span | undefined): Span {
  const start = Math.min(part?.start ?? 0, samples - 1);
  return { start, count: Math.min(part?.count ?? MOST_PASSED, samples - start, MOST_PASSED) };
}

async function pass(config: FilterExperiment, signal: AbortSignal): Promise<Passed | undefined> {
  const { recordings, chosen } = useRecording.getState();
  const recording = config.signal === "recording" ? recordings[chosen] : undefined;
  const part = recording && partOf(recording, useFilters.getState().part);
  const facts = await worker.ask("filters", "pass", config, part && { index: chosen, part }, (progress) => {
    if (!signal.aborted) useFilterSignal.setState({ progress });
  });
  if (!facts) return undefined;
  const view = { start: 0, count: facts.samples, columns: COLUMNS, bins: waterfallBins(facts.samples) };
  // The worker may already hold another signal.
  signal.throwIfAborted();
  // Asked at once, so that none waits for the way of the others' answers.
  const both = async <T>(look: (side: PassedSide) => Promise<T>): Promise<Both<T>> => {
    const [before, after] = await Promise.all([look("before"), look("after")]);
    return { before, after };
  };
  const [spectrum, waterfall] = await Promise.all([
    both((side) => worker.ask("filters", "spectrum", side)),
    both((side) => worker.ask("filters", "waterfall", side, view)),
  ]);
  return { config, recorded: recording && part && { title: recording.title, part }, facts, spectrum, waterfall };
}
const ask = latestWins(pass, { patience: PATIENCE_MS });
let asked = 0;

/** Filters the current signal. Calls may come at the rate of pointer events. */
export async function passSignal(): Promise<void> {
  const { config } = useFilters.getState();
  if (!isReady(useGpu.getState())) return;
  const mine = ++asked;
  if (config.signal === "recording" && !shownRecording(useRecording.getState())) {
    useFilterSignal.setState({ passing: false, refusal: undefined, failure: undefined });
    return;
  }
  useFilterSignal.setState({ passing: true, progress: 0 });
  try {
    const passed = await ask(config);
    if (passed) {
      useFilterSignal.setState({ passed, refusal: undefined, failure: undefined });
      void lookCloser();
    }
  } catch (error) {
    const { name } = error as Error;
    if (name === "RangeError" || name === "TypeError") {
      useFilterSignal.setState({ refusal: withoutPlace(error), failure: undefined });
    } else if (!isWorkerLoss(error)) {
      useFilterSignal.setState({ failure: describeFailure("The signal could not be filtered.", error) });
    }
  }
  if (mine === asked) useFilterSignal.setState({ passing: false });
}

const askSamples = latestWins(async ({ of, view: { start, count } }: { of: Passed; view: Span }): Promise<Excerpt> => {
  const before = await worker.ask("filters", "samples", "before", start, count);
  return {
    of,
    start,
    count,
    samples: { before, after: await worker.ask("filters", "samples", "after", start, count) },
  };
});

/** Fetches the samples in view. */
async function lookCloser(): Promise<void> {
  const { passed, view } = useFilterSignal.getState();
  if (!passed) return;
  const fitted = fitSpan(view, passed.facts.samples);
  if (fitted.start !== view.start || fitted.count !== view.count) useFilterSignal.setState({ view: fitted });
  try {
    const excerpt = await askSamples({ of: passed, view: fitted });
    if (excerpt) useFilterSignal.setState({ excerpt });
  } catch (error) {
    if (!isWorkerLoss(error)) {
      useFilterSignal.setState({ failure: describeFailure("The samples could not be fetched.", error) });
    }
  }
}

function fitSpan({ start, count }: Span, samples: number): Span {
  const length = Math.min(samples, MOST_SEEN, Math.max(FEWEST_SEEN, Math.round(count)));
  return { start: Math.min(samples - length, Math.max(0, Math.round(start))), count: length };
}

/** Shows another range of samples, kept within the signal. */
export function seeSamples(span: Span): void {
  const { passed } = useFilterSignal.getState();
  useFilterSignal.setState({ view: fitSpan(span, passed?.facts.samples ?? MOST_PASSED) });
  void lookCloser();
}

/** Makes the open recording the filter's input, at its own rate. Returns what was said about the rate. */
export function filterRecording(): string | undefined {
  const { example } = useRecording.getState();
  const recording = shownRecording(useRecording.getState());
  if (!recording) return undefined;
  useFilters.setState({ example, part: undefined, hearing: undefined, station: undefined });
  editFilters({ signal: "recording" });
  return takeRate(recording);
}

/** Sets the filter's rate to a recording's. Frequencies stay in Hz where the design allows it, else in proportion to the rate, which is said and returned. */
export function takeRate({ sampleRate }: Pick<RecordingSummary, "sampleRate">): string | undefined {
  const { design } = useFilters.getState().config;
  if (sampleRate === undefined || design.rate === sampleRate) return undefined;
  const same = { ...design, rate: sampleRate };
  const near = design.rate !== undefined && Math.abs(Math.log2(sampleRate / design.rate)) < 1;
  const kept = near && !designRefusal(same);
  editDesign(kept ? same : atRate(design, sampleRate));
  const how = kept ? "with the same frequencies" : "with its frequencies in proportion to the rate";
  const said = `The filter now has the recording’s rate of ${si(sampleRate, "samples/s")}, ${how}.`;
  say(said);
  return said;
}

/** Saves the signal after or before the filter. */
export async function saveFiltered(side: PassedSide, format: ExcerptFile["format"]): Promise<void> {
  const { passed } = useFilterSignal.getState();
  if (!passed) return;
  const name = `${passed.recorded?.title ?? passed.config.signal}-${side === "after" ? "filtered" : "before"}`;
  try {
    const { file, notes } = await worker.ask("filters", "save", side, { format, name });
    download(fileName(name, format), file, file.type);
    for (const note of notes) say(`${name}: ${note}`, "info");
  } catch (error) {
    say(`The signal could not be saved. ${(error as Error).message}`, "warning");
  }
}
