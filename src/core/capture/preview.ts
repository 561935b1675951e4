import type { Excerpt } from "./excerpt.ts";
import { inUnits, powerUnit } from "./power-unit.ts";
import type { RecordedSamples } from "./recording.ts";
import { createWelch, type Welch } from "../fft/welch.ts";
import type { Gpu } from "../gpu/device.ts";
import { allocate } from "../gpu/pool.ts";
import { readBack } from "../gpu/readback.ts";

/** Spectrum and power of a part of a recording. */
export interface RecordingPreview {
  /** The part, and the share of it that was read. */
  start: number;
  count: number;
  share: number;
  /** Frequencies from the centre, cycles per sample, in rising order. */
  frequency: Float32Array<ArrayBuffer>;
  /** Power per bin, dB relative to |x|² = 1: the sum over all bins is the mean power. */
  powerDb: Float32Array<ArrayBuffer>;
  /** Mean power and the largest |x|², dB relative to |x|² = 1. */
  meanDb: number;
  peakDb: number;
  /** Number of samples read, and number of NaN or infinite ones among them. */
  looked: number;
  nonFinite: number;
}

const MAX_BINS = 1024;
const MIN_BINS = 16;
/** Samples per row; Welch's segments are within a row. */
const ROW = 8192;
/** Number of rows of a first look, spread over the recording. */
const FEW_ROWS = 32;
/** Rows per batch on the GPU: 8 MiB of samples. */
const PAGE_ROWS = 128;

/** Number of rows to compare the beginning with. */
const COMPARED_ROWS = 8;
/** Power ratio above which the beginning is skipped: 10 dB above each of these rows. */
const LOUD = 10;
/** Samples of a power average that finds the end of a loud beginning, and its longest duration: a longer one may be a packet. */
const BLOCK = 64;
const MOST_SETTLING = 1024;

/**
 * Reads 32 rows of 8192 samples, spread evenly: this takes the same time for 4 GB and 4 MB. NaN and infinite samples count as zero. For less than 16 samples the window is as long as they are.
 *
 * @param part Default: the whole recording without a loud beginning, see {@link settledFrom}; `start` is the number of samples left out.
 */
export async function previewRecording(
  gpu: Gpu,
  recording: RecordedSamples,
  part?: Excerpt,
): Promise<RecordingPreview> {
  const start = part ? 0 : await settledFrom(recording);
  const looked = part ?? { start, count: recording.samples - start };
  let last: RecordingPreview | undefined;
  for await (const step of surveyRecording(gpu, recording, looked, { rows: FEW_ROWS })) last = step;
  if (!last) throw new Error("unreachable");
  return last;
}

/**
 * The first sample after a loud beginning, for example the click of a starting receiver: the first 8192 samples have more than
 * ten times the mean power of any of eight rows spread over the rest, and the loud ones are at most 1024. 0 without such a beginning.
 */
async function settledFrom(recording: RecordedSamples): Promise<number> {
  const { samples } = recording;
  if (samples < ROW * (COMPARED_ROWS + 1)) return 0;
  const powers: number[] = [];
  for (let row = 1; row <= COMPARED_ROWS; row++) {
    powers.push(meanPower(await recording.read(Math.floor(((samples - ROW) * row) / COMPARED_ROWS), ROW)));
  }
  const limit = LOUD * Math.max(...powers);
  const beginning = await recording.read(0, ROW);
  if (!(meanPower(beginning) > limit)) return 0;
  for (let from = ROW - BLOCK; ; from -= BLOCK) {
    const loud = meanPower(beginning.subarray(2 * from, 2 * (from + BLOCK))) > limit;
    if (loud) return from + BLOCK <= MOST_SETTLING ? from + BLOCK : 0;
  }
}

/** Mean |x|² of the finite samples. */
function meanPower(x: Float32Array): number {
  const tally = { looked: 0, nonFinite: 0, power: 0, peak: 0 };
  countPower(x, 0, tally);
  return tally.power / Math.max(1, tally.looked - tally.nonFinite);
}

/**
 * Power spectrum by Welch's method and mean power of all samples of a recording or a part of it, a page a step; each step
 * holds the averages so far. The file is never in memory as a whole.
 *
 * @param options `rows`: most rows to look at, spread evenly; all by default. Ends early when `signal` aborts.
 */
export async function* surveyRecording(
  { device }: Gpu,
  recording: RecordedSamples,
  { start, count, channel }: Excerpt = { start: 0, count: recording.samples },
  { rows: most = Infinity, signal }: { rows?: number; signal?: AbortSignal } = {},
): AsyncGenerator<RecordingPreview> {
  const bins = Math.min(MAX_BINS, 2 ** Math.floor(Math.log2(Math.max(MIN_BINS, count))));
  // Whole segments that overlap by half: then rows leave nothing out.
  const stride = Math.min(ROW, bins + (bins / 2) * Math.max(0, Math.floor((count - bins) / (bins / 2))));
  const starts = rowStarts(start, count, { stride, bins, most });
  const pageRows = Math.min(PAGE_ROWS, starts.length);
  const memory = allocate(device);
  const samples = memory.storage("rows of a recording", 8 * stride * pageRows);
  const welch = await createWelch(device, {
    length: bins,
    samples,
    rowStride: stride,
    rows: { first: 0, count: pageRows },
    windowLength: Math.min(bins, count),
  });
  const total = new Float64Array(bins);
  const tally = { looked: 0, nonFinite: 0, power: 0, peak: 0, seen: start };
  try {
    for (let first = 0; first < starts.length; first += pageRows) {
      if (signal?.aborted) return;
      const rows = starts.slice(first, first + pageRows);
      const page = await readRows(recording, rows, { stride, end: start + count, channel });
      for (const [row, from] of rows.entries()) {
        const skip = Math.min(stride, Math.max(0, tally.seen - from));
        const length = Math.min(stride, start + count - from);
        countPower(page.subarray(2 * stride * row, 2 * (stride * row + length)), skip, tally);
        tally.seen = Math.max(tally.seen, from + stride);
      }
      const unit = powerUnit(page);
      device.queue.writeBuffer(samples, 0, inUnits(page, unit));
      const spectrum = await averageOf(device, welch, rows.length, bins);
      for (let k = 0; k < bins; k++) total[k] += rows.length * spectrum[k] * unit * unit;
      yield describe({
        start,
        count,
        share: Math.min(1, tally.looked / count),
        total,
        rows: first + rows.length,
        ...tally,
      });
    }
  } finally {
    welch.destroy();
    memory.release();
  }
}

/** Successive rows, the last one aligned to the end; or a number of rows, spread evenly. */
function rowStarts(
  start: number,
  count: number,
  { stride, bins, most }: Record<"stride" | "bins" | "most", number>,
): number[] {
  const last = start + Math.max(0, count - stride);
  // Rows overlap by half a segment, so segments have the same spacing across rows as within rows.
  const hop = stride > bins ? stride - bins / 2 : stride;
  const rows = Math.max(1, Math.ceil((count - (stride - hop)) / hop));
  if (rows <= most) return Array.from({ length: rows }, (_, row) => Math.min(start + row * hop, last));
  return Array.from({ length: most }, (_, row) => start + Math.floor(((last - start) * row) / (most - 1)));
}

/** Reads rows; adjacent rows are read together. */
async function readRows(
  recording: RecordedSamples,
  rows: readonly number[],
  { stride, end, channel }: { stride: number; end: number; channel?: number },
): Promise<Float32Array<ArrayBuffer>> {
  const page = new Float32Array(2 * stride * rows.length);
  for (let row = 0; row < rows.length;) {
    let together = 1;
    while (rows[row + together] <= rows[row + together - 1] + stride) together++;
    const first = rows[row];
    const wanted = Math.min(rows[row + together - 1] + stride, end) - first;
    const read = await recording.read(first, wanted, channel);
    for (const from of rows.slice(row, row + together)) {
      page.set(read.subarray(2 * (from - first), 2 * (from - first + stride)), 2 * stride * row++);
    }
  }
  return page;
}

interface Tally {
  looked: number;
  nonFinite: number;
  power: number;
  peak: number;
}

/** Counts the samples from `skip` on, and replaces NaN and infinite ones by zero. */
function countPower(x: Float32Array, skip: number, tally: Tally): void {
  for (let i = 0; i < x.length; i += 2) {
    const power = x[i] * x[i] + x[i + 1] * x[i + 1];
    const finite = Number.isFinite(power);
    if (!finite) x.fill(0, i, i + 2);
    if (i < 2 * skip) continue;
    tally.looked++;
    if (!finite) tally.nonFinite++;
    else {
      tally.power += power;
      if (power > tally.peak) tally.peak = power;
    }
  }
}

async function averageOf(device: GPUDevice, welch: Welch, rows: number, bins: number): Promise<Float32Array> {
  welch.select({ first: 0, count: rows });
  const encoder = device.createCommandEncoder({ label: "survey" });
  welch.encode(encoder);
  const [bytes] = await readBack(device, [{ buffer: welch.spectrum, size: 4 * bins }], encoder);
  return new Float32Array(bytes);
}

type Totals = Pick<RecordingPreview, "start" | "count" | "share"> & Tally & { total: Float64Array; rows: number };

function describe({ start, count, share, total, rows, ...tally }: Totals): RecordingPreview {
  const { looked, nonFinite, power, peak } = tally;
  const bins = total.length;
  const half = bins / 2;
  return {
    start,
    count,
    share,
    frequency: Float32Array.from({ length: bins }, (_, k) => (k - half) / bins),
    powerDb: Float32Array.from({ length: bins }, (_, k) => decibels(total[(k + half) % bins] / rows)),
    meanDb: decibels(power / Math.max(1, looked - nonFinite)),
    peakDb: decibels(peak),
    looked,
    nonFinite,
  };
}

/** Silence has −200 dB. */
const decibels = (power: number) => 10 * Math.log10(power > 0 ? power : 1e-20);
