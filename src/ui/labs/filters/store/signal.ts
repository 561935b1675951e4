import { create } from "zustand";
import { type FilterExperiment, MOST_PASSED } from "#core/filters/experiment.ts";
import type { PassageFacts } from "#core/filters/passage.ts";
import type { RecordingPreview } from "#core/capture/preview.ts";
import type { Waterfall } from "#core/capture/waterfall.ts";
import type { FilterSpec } from "#core/filter-design/spec.ts";
import type { ExcerptFile } from "#core/capture/excerpt-file.ts";
import type { RecordingSummary } from "#core/capture/runs.ts";
import type { PassedSide } from "#core/filters/runs.ts";
import { latestWins } from "../../../../worker/latest.ts";
import { download } from "../../../figures/download.ts";
import { si } from "../../../format.ts";
import { describeFailure, type Failure } from "../../../kit/failure.ts";
import { editDesign, editFilters, PATIENCE_MS, refusalOf, useFilters, withoutPlace } from "./filters.ts";
import { isReady, isWorkerLoss, lab, useLab } from "../../../kit/engine.ts";
import { shownRecording, useRecording } from "../../../kit/recording/recording.ts";
import { say } from "../../../page/view.ts";

type Both<T> = Readonly<Record<PassedSide, T>>;

export interface Span {
  start: number;
  count: number;
}

/** A signal that went through the filter, from its spectrum to where it is kept in the worker. */
export interface Passed {
  config: FilterExperiment;
  /** Of a recording: its name, and the part that was taken. */
  recorded?: { title: string; part: Span };
  facts: PassageFacts;
  spectrum: Both<RecordingPreview>;
  waterfall: Both<Waterfall>;
}

/** Some samples of both, complex ones as pairs. */
export interface Excerpt extends Span {
  of: Passed;
  samples: Both<Float32Array>;
}

interface FilterSignalStore {
  passing: boolean;
  progress: number;
  /** The newest that has gone through: it stays while another is on its way. */
  passed?: Passed;
  /** Why nothing goes through, in words. */
  refusal?: string;
  failure?: Failure;
  /** The samples that are looked at one by one. */
  view: Span;
  excerpt?: Excerpt;
}

export const useFilterSignal = create<FilterSignalStore>()(() => ({
  passing: false,
  progress: 0,
  view: { start: 0, count: 320 },
}));

/** Columns of a waterfall, and of the whole signal seen at once. */
const COLUMNS = 256;
/** Most samples that are looked at one by one. */
export const MOST_SEEN = 8192;
const FEWEST_SEEN = 16;

/** What of a recording is filtered: its beginning, unless a part was chosen; no more than is kept. */
export function partOf({ samples }: Pick<RecordingSummary, "samples">, part: Span | undefined): Span {
  const start = Math.min(part?.start ?? 0, samples - 1);
  return { start, count: Math.min(part?.count ?? MOST_PASSED, samples - start, MOST_PASSED) };
}

/** Points of a transform that are about as fine in time as in frequency. */
const binsFor = (samples: number) => 2 ** Math.min(10, Math.max(4, Math.round(Math.log2(samples / 96))));

async function pass(config: FilterExperiment, signal: AbortSignal): Promise<Passed | undefined> {
  const { recordings, chosen } = useRecording.getState();
  const recording = config.signal === "recording" ? recordings[chosen] : undefined;
  const part = recording && partOf(recording, useFilters.getState().part);
  const facts = await lab.ask("filters", "pass", config, part && { index: chosen, part }, (progress) => {
    if (!signal.aborted) useFilterSignal.setState({ progress });
  });
  if (!facts) return undefined;
  const view = { start: 0, count: facts.samples, columns: COLUMNS, bins: binsFor(facts.samples) };
  const both = async <T>(look: (side: PassedSide) => Promise<T>): Promise<Both<T>> => {
    const before = await look("before");
    // The worker may hold another signal already.
    signal.throwIfAborted();
    return { before, after: await look("after") };
  };
  const spectrum = await both((side) => lab.ask("filters", "spectrum", side));
  signal.throwIfAborted();
  const waterfall = await both((side) => lab.ask("filters", "waterfall", side, view));
  return { config, recorded: recording && part && { title: recording.title, part }, facts, spectrum, waterfall };
}
const ask = latestWins(pass, { patience: PATIENCE_MS });
let asked = 0;

/** Sends the signal in force through the filter in force. Calls may come as fast as a hand moves. */
export async function passSignal(): Promise<void> {
  const { config } = useFilters.getState();
  if (!isReady(useLab.getState())) return;
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
  const before = await lab.ask("filters", "samples", "before", start, count);
  return { of, start, count, samples: { before, after: await lab.ask("filters", "samples", "after", start, count) } };
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

/** Looks at other samples, as far as there are any. */
export function seeSamples(span: Span): void {
  const { passed } = useFilterSignal.getState();
  useFilterSignal.setState({ view: fitSpan(span, passed?.facts.samples ?? MOST_PASSED) });
  void lookCloser();
}

/** The recording that is shown goes through the filter from now on, at its own rate. */
export function filterRecording(): void {
  const { example } = useRecording.getState();
  const recording = shownRecording(useRecording.getState());
  if (!recording) return;
  useFilters.setState({ example, part: undefined, hearing: undefined, station: undefined });
  editFilters({ signal: "recording" });
  takeRate(recording);
}

/** Gives the filter a recording's rate: its frequencies stay in Hz where they make sense there, else in proportion to the rate. */
export function takeRate({ sampleRate }: Pick<RecordingSummary, "sampleRate">): void {
  const { design } = useFilters.getState().config;
  if (sampleRate === undefined || design.rate === sampleRate) return;
  const ratio = sampleRate / (design.rate ?? 2);
  const same = { ...design, rate: sampleRate };
  const near = design.rate !== undefined && ratio > 0.5 && ratio < 2;
  const kept = near && !refusalOf(same);
  editDesign(kept ? same : inProportion(same, ratio));
  const how = kept ? "with the same frequencies" : "with its frequencies in proportion";
  say(`The recording has ${si(sampleRate, "samples/s")}: so does the filter now, ${how}.`);
}

/** Fields of a design that are frequencies. */
const FREQUENCIES = ["pass", "stop", "cutoff", "bands", "frequency"];

function inProportion(spec: FilterSpec, ratio: number): FilterSpec {
  const scaled = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(scaled) : Number((Number(value) * ratio).toPrecision(6));
  const fields = Object.entries(spec).map(([name, value]) => [
    name,
    FREQUENCIES.includes(name) ? scaled(value) : value,
  ]);
  return Object.fromEntries(fields) as FilterSpec;
}

const EXTENSION = { sigmf: "sigmf", "wav-f32": "wav", "wav-i16": "wav" } as const;

/** Saves the signal as it came out, or went in. */
export async function saveFiltered(side: PassedSide, format: ExcerptFile["format"]): Promise<void> {
  const { passed } = useFilterSignal.getState();
  if (!passed) return;
  const name = `${passed.recorded?.title ?? passed.config.signal}-${side === "after" ? "filtered" : "before"}`;
  try {
    const blob = await lab.ask("filters", "save", side, { format, name });
    download(`${name}.${EXTENSION[format]}`, blob, blob.type);
  } catch (error) {
    say(`The signal could not be saved. ${(error as Error).message}`, "warning");
  }
}
