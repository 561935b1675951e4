import { isLong } from "./long-view.ts";
import { fillColumns, knownColumns, type Level, type Overview } from "./overview.ts";
import { OVERVIEW_BINS } from "./overview-batch.ts";
import { columnsOf, type FinePart, isFine } from "./refinement.ts";
import { zeroNonFinite } from "./finite.ts";
import { firstLook } from "./first-look.ts";
import { inUnits, powerUnit } from "./power-unit.ts";
import type { RecordedSamples } from "./recording.ts";
import { rmsAndPeak, type SegmentOptions } from "./segments.ts";
import { compileSpectrogram, createSpectrogram, listedSegments } from "../fft/spectrogram.ts";
import type { Gpu } from "../gpu/device.ts";
import { allocate } from "../gpu/pool.ts";
import { readBack } from "../gpu/readback.ts";

/** The visible part of a recording. */
export interface WaterfallView {
  /** First sample, and how many. */
  start: number;
  count: number;
  /** Columns that share the samples, 1 … 4096. */
  columns: number;
  /** Points of a transform: a power of two, 16 … 2048. */
  bins: number;
  channel: number;
  /** What the spectra in a column become. Default: the maximum in a long view with an overview, else the mean. */
  level?: Level;
}

/** Power over time and frequency, and over time alone. */
export interface Waterfall extends WaterfallView {
  /** dB, [column][bin], negative frequencies first: a tone of amplitude 1 is at 0 dB in its bin. */
  decibels: Float32Array<ArrayBuffer>;
  /** Root mean square and largest magnitude of the samples that were read, per column. */
  rms: Float32Array<ArrayBuffer>;
  peak: Float32Array<ArrayBuffer>;
  /** The samples, complex pairs from `start` on, for a short view. */
  samples?: Float32Array<ArrayBuffer>;
  /** Number of samples read, and number of NaN or infinite ones among them. */
  looked: number;
  nonFinite: number;
  level: Level;
  /** Share of the columns that have all their samples; the others have one segment. */
  complete: number;
  /** True where neighbouring columns share a segment: a picture made quickly. With more time, each has its own. */
  shared?: boolean;
  /** True for a first look, while the picture of the GPU is in progress: the same question without a limit waits for it. */
  early?: boolean;
  /** Cells wider than a column: their samples, and the share of the columns that show them. */
  coarse?: { cell: number; share: number };
}

/** Most samples of a view that also returns its samples. */
const MOST_SHOWN = 8192;
/** Segments that a column averages at most. */
const MOST_SEGMENTS = 32;

export interface WaterfallOptions extends SegmentOptions {
  /** If there is one, a long view has {@link OVERVIEW_BINS} points, and all samples of the columns that the overview knows. */
  overview?: Overview;
  /** Finer overviews of parts, the newest one last. */
  parts?: readonly FinePart[];
}

/**
 * The waterfall of a view: columns of equal time. Each is the mean of half-overlapping segments, or one segment if the view is
 * long. In a short view neighbouring columns share samples. Segments stay within the recording, so the segments of the first and last columns
 * are beside the middle of their columns. In a recording that is shorter than a segment, the window is as long as the recording. NaN
 * and infinite samples count as zero.
 *
 * @param options.mostMs No further segments of a long view are read after this time: then columns show the segments of their neighbours.
 * @throws RangeError if the view is invalid; the signal's reason.
 */
export async function waterfallOf(
  gpu: Gpu,
  recording: RecordedSamples,
  view: WaterfallView,
  { overview, parts = [], ...options }: WaterfallOptions = {},
): Promise<Waterfall> {
  checkView(view, recording);
  if (!isLong(view.count)) return pictureOf(gpu, recording, view, options);
  return overview ? overviewOf(recording, view, overview, parts, options) : firstPicture(recording, view, options);
}

/** A picture of a view of any length by single segments, without a GPU. */
export async function firstPicture(
  recording: RecordedSamples,
  view: WaterfallView,
  options: SegmentOptions = {},
): Promise<Waterfall> {
  checkView(view, recording);
  const { level = "mean" } = view;
  return { ...view, ...(await firstLook(recording, view, options)), level, complete: 0 };
}

/** A picture of all samples of a view. */
async function pictureOf(
  gpu: Gpu,
  recording: RecordedSamples,
  view: WaterfallView,
  { signal }: SegmentOptions,
): Promise<Waterfall> {
  const { start, count, columns, bins, channel, level = "mean" } = view;
  const span = count / columns;
  const segments = Math.min(MOST_SEGMENTS, Math.max(1, Math.ceil((2 * span) / bins) - 1));
  const middle = (column: number, segment: number) => start + (column + (segment + 0.5) / segments) * span;
  const firsts = Array.from({ length: columns * segments }, (_, s) => {
    const first = Math.round(middle(Math.floor(s / segments), s % segments) - bins / 2);
    return Math.max(0, Math.min(first, recording.samples - bins));
  });
  const windowLength = Math.min(bins, recording.samples);
  // The kernel is compiled while the file is read. Its failure is reported when it is used.
  compileSpectrogram(gpu.device, { length: bins, windowLength }).catch(() => {});
  const zero = Math.min(firsts[0], start);
  const end = Math.max(firsts[firsts.length - 1] + bins, start + count);
  const { samples, nonFinite } = await padded(recording, zero, end, channel);
  signal?.throwIfAborted();
  const decibels = await spectrogramOf(gpu, samples, {
    places: firsts.map((first) => first - zero),
    segments,
    windowLength,
    columns,
    bins,
    level,
  });
  // The rounded end of the last column may lie a sample after the view.
  const edge = (at: number) => start - zero + Math.min(count, at);
  const rms = new Float32Array(columns);
  const peak = new Float32Array(columns);
  for (let column = 0; column < columns; column++) {
    const own = rmsAndPeak(samples, edge(Math.floor(column * span)), edge(Math.ceil((column + 1) * span)));
    [rms[column], peak[column]] = [own.rms, own.peak];
  }
  return {
    ...view,
    decibels,
    rms,
    peak,
    samples: count <= MOST_SHOWN ? samples.slice(2 * (start - zero), 2 * (start - zero + count)) : undefined,
    looked: samples.length / 2,
    nonFinite,
    level,
    complete: 1,
  };
}

/** What a column shows: one segment, all samples of cells that may be wider than it, or its own samples. */
const [SEGMENT, CELLS, OWN] = [0, 1, 2];

async function overviewOf(
  recording: RecordedSamples,
  view: WaterfallView,
  overview: Overview,
  parts: readonly FinePart[],
  options: SegmentOptions,
): Promise<Waterfall> {
  const { start, count, columns, channel, level = "maximum" } = view;
  const asked = { start, count, columns, bins: OVERVIEW_BINS, channel };
  const known = knownColumns(overview, view);
  const fine = parts.filter(({ of }) => isFine(of, view)).map((part) => ({ part, range: columnsOf(part, view) }));
  const shown = new Uint8Array(columns).fill(isFine(overview, view) ? OWN : CELLS, 0, known);
  for (const { range } of fine) shown.fill(OWN, ...range);
  const lacking = [...shown.keys()].filter((column) => shown[column] === SEGMENT);
  const { shared, ...picture } = await firstLook(recording, asked, options, lacking);
  fillColumns(overview, view, [0, known], level, picture);
  for (const { part, range } of fine) {
    fillColumns(part.of, { ...asked, start: start - part.start }, range, level, picture);
  }
  const shareOf = (what: number) => shown.reduce((sum, one) => sum + (one === what ? 1 : 0), 0) / columns;
  const complete = 1 - shareOf(SEGMENT);
  const share = shareOf(CELLS);
  return {
    ...asked,
    ...picture,
    looked: Math.floor(complete * count),
    nonFinite: overview.nonFinite,
    level,
    complete,
    shared,
    coarse: share > 0 ? { cell: overview.cell, share } : undefined,
  };
}

function checkView({ start, count, columns, channel }: WaterfallView, { samples, channels }: RecordedSamples): void {
  if (!Number.isInteger(start) || !Number.isInteger(count) || start < 0 || count < 1 || start + count > samples) {
    throw new RangeError(`waterfall: the view must lie within ${samples} samples, got ${count} from ${start}`);
  }
  if (!Number.isInteger(columns) || columns < 1 || columns > 4096) {
    throw new RangeError(`waterfall: columns must be an integer from 1 to 4096, got ${columns}`);
  }
  if (!Number.isInteger(channel) || channel < 0 || channel >= channels) {
    throw new RangeError(`waterfall: channel must be an integer from 0 to ${channels - 1}, got ${channel}`);
  }
}

interface Read {
  samples: Float32Array<ArrayBuffer>;
  nonFinite: number;
}

/** Samples [from, to), zeros where the recording has none. */
async function padded(recording: RecordedSamples, from: number, to: number, channel: number): Promise<Read> {
  const samples = new Float32Array(2 * (to - from));
  const first = Math.max(0, from);
  const last = Math.min(recording.samples, to);
  if (last > first) samples.set(await recording.read(first, last - first, channel), 2 * (first - from));
  return { samples, nonFinite: zeroNonFinite(samples) };
}

async function spectrogramOf(
  { device }: Gpu,
  x: Float32Array<ArrayBuffer>,
  {
    places,
    bins,
    columns,
    segments,
    windowLength,
    level,
  }: Pick<Waterfall, "bins" | "columns" | "level"> & {
    places: readonly number[];
    segments: number;
    windowLength: number;
  },
): Promise<Float32Array<ArrayBuffer>> {
  const unit = powerUnit(x);
  const memory = allocate(device);
  const samples = memory.constant("samples in view", inUnits(x, unit));
  const starts = memory.constant("segments in view", Uint32Array.from(places));
  const source = listedSegments({ samples, starts });
  const plan = await createSpectrogram(device, { length: bins, source, columns, segments, windowLength });
  try {
    const encoder = device.createCommandEncoder({ label: "waterfall" });
    plan.encode(encoder);
    const buffer = level === "mean" ? plan.decibels : plan.peaks;
    const [bytes] = await readBack(device, [{ buffer, size: 4 * columns * bins }], encoder);
    const levels = new Float32Array(bytes);
    return unit === 1 ? levels : levels.map((value) => value + 20 * Math.log10(unit));
  } finally {
    plan.destroy();
    memory.release();
  }
}
