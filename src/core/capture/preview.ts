import type { Excerpt } from "./excerpt.ts";
import { inUnits, powerUnit } from "./power-unit.ts";
import type { RecordedSamples } from "./recording.ts";
import { windowValues } from "../filter-design/windows.ts";
import { binPowers } from "../fft/fft.float64.ts";
import { createWelch } from "../fft/welch.ts";
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
  const places = Array.from({ length: COMPARED_ROWS + 1 }, (_, row) =>
    Math.floor(((samples - ROW) * row) / COMPARED_ROWS),
  );
  const [beginning, ...rows] = await Promise.all(places.map((from) => recording.read(from, ROW)));
  const limit = LOUD * Math.max(...rows.map(meanPower));
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
  const pageFrom = (first: number) =>
    readRows(recording, starts.slice(first, first + pageRows), { stride, end: start + count, channel });
  // Kernels are compiled while the first page is read.
  const firstPage = pageFrom(0);
  firstPage.catch(() => {});
  const shape = { bins, stride, rows: pageRows, windowLength: Math.min(bins, count) };
  const averager = pageRows <= FEW_ROWS ? averagerInFloat64(shape) : await averagerOnGpu(device, shape);
  const total = new Float64Array(bins);
  const tally = { looked: 0, nonFinite: 0, power: 0, peak: 0, seen: start };
  try {
    for (let first = 0; first < starts.length; first += pageRows) {
      if (signal?.aborted) return;
      const rows = starts.slice(first, first + pageRows);
      const page = await (first === 0 ? firstPage : pageFrom(first));
      for (const [row, from] of rows.entries()) {
        const skip = Math.min(stride, Math.max(0, tally.seen - from));
        const length = Math.min(stride, start + count - from);
        countPower(page.subarray(2 * stride * row, 2 * (stride * row + length)), skip, tally);
        tally.seen = Math.max(tally.seen, from + stride);
      }
      const spectrum = await averager.average(page, rows.length);
      for (let k = 0; k < bins; k++) total[k] += rows.length * spectrum[k];
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
    averager.destroy();
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

/** Reads rows, all at the same time; adjacent rows are read together. */
async function readRows(
  recording: RecordedSamples,
  rows: readonly number[],
  { stride, end, channel }: { stride: number; end: number; channel?: number },
): Promise<Float32Array<ArrayBuffer>> {
  const page = new Float32Array(2 * stride * rows.length);
  const reads: Promise<void>[] = [];
  for (let row = 0, together = 1; row < rows.length; row += together, together = 1) {
    while (rows[row + together] <= rows[row + together - 1] + stride) together++;
    reads.push(readTogether(row, rows.slice(row, row + together)));
  }
  await Promise.all(reads);
  return page;

  async function readTogether(row: number, near: readonly number[]): Promise<void> {
    const [first] = near;
    const read = await recording.read(first, Math.min(near[near.length - 1] + stride, end) - first, channel);
    for (const [k, from] of near.entries()) {
      page.set(read.subarray(2 * (from - first), 2 * (from - first + stride)), 2 * stride * (row + k));
    }
  }
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

/** Averages the spectra of rows by Welch's method. */
interface Averager {
  /** Returns the power per bin, in FFT order, of the first rows of a page. */
  average(page: Float32Array<ArrayBuffer>, rows: number): Promise<ArrayLike<number>> | ArrayLike<number>;
  destroy(): void;
}

/** Samples per row, the most rows, and what a transform takes of them. */
type Shape = Record<"bins" | "stride" | "rows" | "windowLength", number>;

async function averagerOnGpu(device: GPUDevice, { bins, stride, rows: most, windowLength }: Shape): Promise<Averager> {
  const memory = allocate(device);
  const samples = memory.storage("rows of a recording", 8 * stride * most);
  const welch = await createWelch(device, {
    length: bins,
    samples,
    rowStride: stride,
    rows: { first: 0, count: most },
    windowLength,
  });
  return {
    async average(page, rows) {
      const unit = powerUnit(page);
      device.queue.writeBuffer(samples, 0, inUnits(page, unit));
      welch.select({ first: 0, count: rows });
      const encoder = device.createCommandEncoder({ label: "survey" });
      welch.encode(encoder);
      const [bytes] = await readBack(device, [{ buffer: welch.spectrum, size: 4 * bins }], encoder);
      return new Float32Array(bytes).map((power) => power * unit * unit);
    },
    destroy() {
      welch.destroy();
      memory.release();
    },
  };
}

/** For a first look: its few transforms take less time than a kernel's compilation. */
function averagerInFloat64({ bins, stride, windowLength }: Shape): Averager {
  const window = windowValues("blackman", windowLength, true);
  const energy = window.reduce((sum, value) => sum + value * value, 0);
  const segment = new Float64Array(2 * bins);
  return {
    average(page, rows) {
      const power = new Float64Array(bins);
      let segments = 0;
      for (let row = 0; row < rows; row++) {
        for (let start = 0; start + bins <= stride; start += bins / 2, segments++) {
          const first = 2 * (row * stride + start);
          for (let i = 0; i < 2 * windowLength; i++) segment[i] = page[first + i] * window[i >> 1];
          binPowers(segment, bins).forEach((value, k) => (power[k] += value));
        }
      }
      return power.map((value) => value / (bins * energy * segments));
    },
    destroy() {},
  };
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
