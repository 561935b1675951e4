import { create } from "zustand";
import { type LevelRange, quantilesOf } from "../../../figures/colour-map.ts";
import { type Band, type Box, fitBox, type Point, type Span } from "./frame.ts";
import type { Excerpt } from "#core/capture/excerpt.ts";
import type { Annotation } from "#core/capture/recording.ts";
import { isLong } from "#core/capture/long-view.ts";
import type { RecordingPreview } from "#core/capture/preview.ts";
import type { Level } from "#core/capture/overview.ts";
import type { Waterfall } from "#core/capture/waterfall.ts";
import type { RecordingSummary } from "#core/capture/runs.ts";
import { latestWins } from "../../../../worker/latest.ts";
import { describeFailure, type Failure } from "../../../elements/failure.ts";
import { isWorkerLoss, worker } from "../../../kit/engine.ts";
import { shownRecording, useRecording } from "../../../kit/recording/recording.ts";
import { offerUndo } from "../offer-undo.ts";
import type { OverviewState } from "./overview.ts";
import type { RefiningState } from "./refining.ts";

export const FFT_SIZES = [64, 128, 256, 512, 1024, 2048] as const;

export interface WaterfallStore {
  /** The visible part; undefined without a recording. */
  view?: Span;
  /** The visible part of the band, cycles per sample; undefined for all of it. */
  zoomed?: Band;
  /** Number of columns that fit the figure. */
  columns: number;
  /** Points of a transform; 0: automatic. */
  fftSize: number;
  channel: number;
  /** What colour shows of the spectra in a column; undefined: the maximum in a long view, the mean in a short one. */
  level?: Level;
  /** The reading of all samples for long views; undefined for a short recording. */
  overview?: OverviewState;
  /** The reading of the view in cells as fine as its columns. */
  refining?: RefiningState;
  /** The colour scale set by hand; undefined: automatic. */
  levels?: LevelRange;
  /** The newest image, of this view or an earlier one. */
  picture?: Waterfall;
  /** The automatic colour scale of this image. */
  fitting: LevelRange;
  computing: boolean;
  failure?: Failure;
  /** The effect of a drag. */
  tool: "select" | "pan" | "tune";
  selection?: Box;
  cursor?: Point;
  /** Spectrum and power of the selection or the whole recording. */
  part?: RecordingPreview;
  /** True while all of it is being read. */
  surveying: boolean;
  /** The recording's annotations with edits. */
  annotations: readonly Annotation[];
}

const EMPTY = {
  view: undefined,
  zoomed: undefined,
  channel: 0,
  overview: undefined,
  refining: undefined,
  picture: undefined,
  computing: false,
  failure: undefined,
  selection: undefined,
  cursor: undefined,
  part: undefined,
  surveying: false,
  annotations: [],
} satisfies Partial<WaterfallStore>;

export const useWaterfall = create<WaterfallStore>()(() => ({
  ...EMPTY,
  columns: 640,
  fftSize: 0,
  fitting: { low: -100, high: 0 },
  tool: "select",
}));

/**
 * Returns the band in cycles per sample. The negative side of a real signal mirrors the positive one, so it is left
 * out.
 */
export function bandOf({ complex }: Pick<RecordingSummary, "complex">): Band {
  return complex ? [-0.5, 0.5] : [0, 0.5];
}

/** Smallest number of visible samples. */
const FEWEST = 4;

/** Returns a span within the recording's samples, with about the same centre. */
export function fitSpan({ start, count }: Span, samples: number): Span {
  const length = Math.min(samples, Math.max(Math.min(FEWEST, samples), Math.round(count)));
  const first = Math.round(start + (count - length) / 2);
  return { start: Math.min(samples - length, Math.max(0, first)), count: length };
}

export function setView(span: Span): void {
  const recording = shownRecording(useRecording.getState());
  if (recording) useWaterfall.setState({ view: fitSpan(span, recording.samples) });
}

/** Zooms by a factor (below 1: in) around a sample, which keeps its position. */
export function zoomView(by: number, around?: number): void {
  const { view, cursor } = useWaterfall.getState();
  if (!view) return;
  const middle = around ?? cursorWithin(cursor, view) ?? view.start + view.count / 2;
  const recording = shownRecording(useRecording.getState());
  const count = Math.max(FEWEST, Math.min(recording?.samples ?? 1, view.count * by));
  setView({ start: middle - ((middle - view.start) / view.count) * count, count });
}

/** The narrowest visible band: a few bins of the longest transform. */
const NARROWEST = 1 / 256;

/** Shows a part of the band. A part that covers nearly the whole band becomes the whole band. */
export function setBand([low, high]: Band): void {
  const recording = shownRecording(useRecording.getState());
  if (!recording) return;
  const [least, most] = bandOf(recording);
  const width = Math.min(most - least, Math.max(NARROWEST, high - low));
  const from = Math.min(most - width, Math.max(least, (low + high - width) / 2));
  const whole = width > (most - least) * (1 - 1e-9);
  useWaterfall.setState({ zoomed: whole ? undefined : [from, from + width] });
}

/** Zooms in frequency by a factor (below 1: in) around a frequency, which keeps its position. */
export function zoomBand(by: number, around?: number): void {
  const { zoomed, cursor } = useWaterfall.getState();
  const recording = shownRecording(useRecording.getState());
  if (!recording) return;
  const [least, most] = bandOf(recording);
  const [low, high] = zoomed ?? [least, most];
  const seen = cursor && cursor.frequency >= low && cursor.frequency <= high ? cursor.frequency : (low + high) / 2;
  const middle = around ?? seen;
  const width = Math.min(most - least, Math.max(NARROWEST, (high - low) * by));
  const from = middle - ((middle - low) / (high - low)) * width;
  setBand([from, from + width]);
}

function cursorWithin(cursor: Point | undefined, { start, count }: Span): number | undefined {
  return cursor && cursor.sample >= start && cursor.sample < start + count ? cursor.sample : undefined;
}

/** Moves the view by a fraction of its width. */
export function panView(share: number): void {
  const { view } = useWaterfall.getState();
  if (view) setView({ start: view.start + share * view.count, count: view.count });
}

/** Shows the whole recording. */
export function showAll(): void {
  setView({ start: 0, count: Number.MAX_SAFE_INTEGER });
  setBand([-0.5, 0.5]);
}

/** Shows a span with some samples around it. */
export function showSpan({ start, count }: Span): void {
  setView({ start: start - 0.1 * count, count: 1.2 * count });
}

/** Selects a box, as far as it lies within the recording. It has at least a sample, and a band that a link can hold. */
export function select(box: Box | undefined): void {
  const recording = shownRecording(useRecording.getState());
  useWaterfall.setState({ selection: recording && box && fitBox(box, recording.samples, bandOf(recording)) });
}

/** Points of a transform in a long view: as many as the overview has, so that its first picture keeps its look. */
const LONG_SIZE = 512;

/**
 * Returns the number of points per transform for a view: about equal resolution in time and frequency, and a finer one
 * in a part of the band.
 */
function fittingSize({ count }: Span, [low, high]: Band): number {
  if (isLong(count)) return LONG_SIZE;
  const size = 2 ** Math.round(Math.log2(count / 96));
  const finer = 2 ** Math.floor(Math.log2(1 / (high - low)));
  return Math.min(finer > 1 ? 2048 : 1024, Math.max(16, size) * finer);
}

/** Returns the part of the recording that is chosen by a selection or a channel; undefined for all of it. */
export function chosenPart({ selection, channel }: Pick<WaterfallStore, "selection" | "channel">): Excerpt | undefined {
  const samples = shownRecording(useRecording.getState())?.samples;
  if (samples === undefined || (!selection && channel === 0)) return undefined;
  const { start, count } = selection ?? { start: 0, count: samples };
  return { start, count, channel };
}

/** Milliseconds after which a picture of few segments is better than the last picture, stretched. */
const SOON_MS = 60;

const ask = ({ view, zoomed, columns, fftSize, channel, level }: WaterfallStore, mostMs?: number) => {
  const bins = fftSize || fittingSize(view!, zoomed ?? [-0.5, 0.5]);
  const asked = { ...view!, columns, bins, channel, level };
  return worker.ask("capture", "waterfall", useRecording.getState().chosen, asked, mostMs);
};
const askSoon = latestWins((store: WaterfallStore) => ask(store, SOON_MS));

/** Computes the image of the view: soon, and completely if that takes longer. It may be called as often as a wheel turns. */
export async function drawWaterfall(): Promise<void> {
  const asked = useWaterfall.getState();
  const recording = shownRecording(useRecording.getState());
  if (!asked.view) return;
  useWaterfall.setState({ computing: true });
  const isCurrent = () => {
    const { view, zoomed } = useWaterfall.getState();
    return view === asked.view && zoomed === asked.zoomed;
  };
  const show = (picture: Waterfall) =>
    useWaterfall.setState({ picture, fitting: levelsOf(picture), failure: undefined });
  try {
    const picture = await askSoon(asked);
    // An image of the previous recording would be wrong.
    if (!picture || recording !== shownRecording(useRecording.getState())) return;
    show(picture);
    if ((picture.shared || picture.early) && isCurrent()) {
      // Meanwhile other views are drawn soon, too.
      const better = await ask(asked);
      if (!better || !isCurrent()) return;
      show(better);
    }
  } catch (error) {
    if (!isWorkerLoss(error))
      useWaterfall.setState({ failure: describeFailure("The waterfall could not be computed.", error) });
  }
  if (isCurrent()) useWaterfall.setState({ computing: false });
}

/** From the noise to the strongest value, with a small margin. */
function levelsOf({ decibels }: Waterfall): LevelRange {
  const quantile = quantilesOf(decibels);
  const [low, high] = [Math.floor(quantile(0.1)!), Math.ceil(quantile(0.9995)!)];
  return { low: Math.max(low, high - 120), high: Math.max(high, low + 10) };
}

const look = latestWins((part: Span & { channel: number }) =>
  worker.ask("capture", "preview", useRecording.getState().chosen, part),
);

/** Computes a quick spectrum of the selection or of the whole recording. */
export async function lookAtPart(): Promise<void> {
  const recording = shownRecording(useRecording.getState());
  if (!recording) return;
  const { selection, channel } = useWaterfall.getState();
  if (!selection && channel === 0) return useWaterfall.setState({ part: recording.preview });
  const { start, count } = selection ?? { start: 0, count: recording.samples };
  try {
    const part = await look({ start, count, channel });
    if (part) useWaterfall.setState({ part });
  } catch (error) {
    if (!isWorkerLoss(error))
      useWaterfall.setState({ failure: describeFailure("The spectrum could not be computed.", error) });
  }
}

/** Reads all samples of the selection or the recording for the spectrum. After a stop the result so far stays. */
export async function surveyPart(): Promise<void> {
  const recording = shownRecording(useRecording.getState());
  if (!recording) return;
  const { selection, channel } = useWaterfall.getState();
  const { start, count } = selection ?? { start: 0, count: recording.samples };
  useWaterfall.setState({ surveying: true, failure: undefined });
  try {
    await worker.ask("capture", "survey", useRecording.getState().chosen, { start, count, channel }, (part) => {
      const { surveying, selection: now } = useWaterfall.getState();
      if (surveying && now === selection) useWaterfall.setState({ part });
    });
  } catch (error) {
    useWaterfall.setState({ failure: describeFailure("The recording could not be read completely.", error) });
  } finally {
    useWaterfall.setState({ surveying: false });
  }
}

/**
 * Restarts with the current recording.
 *
 * @param same It is the same one, opened again: for example with another rate, or by a new worker. The view, the selection and edits stay.
 */
export function resetWaterfall(same: boolean): void {
  const recording = shownRecording(useRecording.getState());
  if (!recording) return useWaterfall.setState(EMPTY);
  const { samples, preview } = recording;
  const { annotations } = useRecording.getState().edited ? useWaterfall.getState() : recording;
  const { view, zoomed, selection, channel } = useWaterfall.getState();
  // New objects, so that they are drawn and measured again.
  const kept = same && { view: view && { ...view }, zoomed, selection: selection && { ...selection }, channel };
  useWaterfall.setState({ ...EMPTY, view: { start: 0, count: samples }, ...kept, annotations, part: preview });
}

/** Replaces an annotation, or inserts one in order of time. */
export const putAnnotation = (annotation: Annotation, before?: Annotation) =>
  putAnnotations([annotation], (one) => one === before);

/** Inserts annotations in order of time, in place of some others. */
export function putAnnotations(more: readonly Annotation[], isReplaced: (one: Annotation) => boolean): void {
  const others = useWaterfall.getState().annotations.filter((one) => !isReplaced(one));
  const annotations = [...others, ...more].toSorted((a, b) => a.start - b.start);
  useWaterfall.setState({ annotations });
  useRecording.setState({ edited: true });
}

export function deleteAnnotation(annotation: Annotation): void {
  useWaterfall.setState(({ annotations }) => ({
    annotations: annotations.filter((one) => one !== annotation),
  }));
  useRecording.setState({ edited: true });
  const name = annotation.label || annotation.comment;
  const text = name ? `The annotation “${name}” was deleted.` : "The annotation was deleted.";
  offerUndo(text, () => putAnnotation(annotation, annotation));
}
