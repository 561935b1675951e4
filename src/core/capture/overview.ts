import { createOverviewBatcher, OVERVIEW_BINS, type OverviewBatch, type OverviewParts } from "./overview-batch.ts";
import { STEPS_PER_DB } from "./decibel-steps.ts";
import type { RecordedSamples } from "./recording.ts";
import { compileAhead } from "../gpu/compile-ahead.ts";
import type { Gpu } from "../gpu/device.ts";

/** How the spectra in a column become one: the largest of each bin, or their mean power. */
export type Level = "maximum" | "mean";

/** Most samples whose spectra the GPU reduces to one column. */
const MOST_PART = 65_536;
/** Cells of more samples are multiples of it, and smaller ones are powers of two. */
const CELL_STEP = 8192;
/** Samples per batch, at first and at most. */
const [LEAST_BATCH, MOST_BATCH] = [2 ** 18, 2 ** 22];
/** Milliseconds per batch. A view waits for one of them, so a batch below becomes larger, and one above becomes smaller. */
const [SHORT_BATCH_MS, LONG_BATCH_MS] = [20, 60];
/** Batches that are read while the GPU has another one: threads that read then never wait for each other. */
const AHEAD = 3;
/** Most cells of the finest level. All levels of a long recording then have 56 MB. */
const MOST_CELLS = 20_480;
/** Cells of a level that share a cell of the next one. */
const FACTOR = 4;

/** The powers of a level: [cell][bin], in steps of 1/32 dB, negative frequencies first. */
type Powers = Record<Level, Int16Array>;

/**
 * A pyramid of spectra: the maximum and the mean of all spectra of a recording per cell of time, on levels of 1, 4, 16 … cells. It
 * grows from the beginning.
 */
export interface Overview {
  /** Samples and cells of the recording, and samples per cell. */
  samples: number;
  cells: number;
  cell: number;
  channel: number;
  /** Number of complete cells, from the beginning. */
  done: number;
  /** Number of NaN and infinite samples among them. */
  nonFinite: number;
  levels: readonly Powers[];
  /** Mean and largest |x|² of each cell. */
  power: Float64Array;
  peak: Float64Array;
}

export interface OverviewStep {
  /** Share of the samples that was read, 0 … 1. */
  progress: number;
  nonFinite: number;
}

/**
 * Returns the empty overview of a channel.
 *
 * @param cell Samples per cell: a power of two of at least 512, or a multiple of 8192, above 65,536 one of that. Default: about 20,000 cells.
 */
export function createOverview(
  { samples }: Pick<RecordedSamples, "samples">,
  channel: number,
  cell = cellOf(samples),
): Overview {
  const cells = Math.ceil(samples / cell);
  const levels: Powers[] = [];
  for (let count = cells; ; count = Math.ceil(count / FACTOR)) {
    const room = count * OVERVIEW_BINS;
    levels.push({ maximum: new Int16Array(room), mean: new Int16Array(room) });
    if (count <= FACTOR) break;
  }
  const [power, peak] = [new Float64Array(cells), new Float64Array(cells)];
  return { samples, cells, cell, channel, done: 0, nonFinite: 0, levels, power, peak };
}

/** Returns the samples per cell. */
function cellOf(samples: number): number {
  const least = samples / MOST_CELLS;
  const step = [MOST_PART, CELL_STEP].find((one) => least > one);
  return step ? step * Math.ceil(least / step) : Math.max(OVERVIEW_BINS, 2 ** Math.ceil(Math.log2(least)));
}

/**
 * Reads a recording from the overview's last complete cell to its end, once. Each cell has all its samples, in segments that overlap by half.
 * NaN and infinite samples count as zero.
 *
 * @param options.start The recording's sample at which the overview begins; default 0.
 * @throws CaptureError when the file has become shorter.
 */
export async function* growOverview(
  { device }: Gpu,
  recording: Pick<RecordedSamples, "read">,
  overview: Overview,
  { start = 0, signal }: { start?: number; signal?: AbortSignal } = {},
): AsyncGenerator<OverviewStep> {
  const { samples, cell, channel } = overview;
  const part = Math.min(cell, MOST_PART);
  const adder = cellAdder(overview, cell / part);
  const step = () => ({ progress: Math.min(1, (overview.done * cell) / samples), nonFinite: overview.nonFinite });
  const wholeParts = (most: number) => part * Math.floor(most / part);
  let most = LEAST_BATCH;
  let wanted = most;
  const create = (on = device) =>
    createOverviewBatcher(on, recording, { start, samples, channel, part, size: wholeParts(most), ahead: AHEAD });
  await compileAhead(device, create);
  let batcher = await create();
  // Batches that are being read, the first one first.
  const reading: Promise<OverviewBatch>[] = [];
  let pending: Promise<OverviewParts> | undefined;
  let next = overview.done * cell;
  const read = () => {
    while (reading.length < AHEAD && next < samples) {
      const from = next;
      next = Math.min(samples, from + wholeParts(most));
      const batch = batcher.read(from, next);
      // All are awaited later.
      batch.catch(() => {});
      reading.push(batch);
    }
  };
  const finish = async () => {
    const parts = await pending;
    pending = undefined;
    // After a stop, another reader may already continue from the cells that are done.
    if (parts && !signal?.aborted) adder.add(parts);
  };
  try {
    read();
    for (let begun = performance.now(); reading.length > 0;) {
      if (signal?.aborted) return;
      const submitted = batcher.submit(await reading[0]);
      submitted.catch(() => {});
      reading.shift();
      if (wanted === most) wanted = fitting(most, performance.now() - begun);
      begun = performance.now();
      // The GPU works on this batch while others are read and the one before is added.
      if (wanted === most) read();
      await finish();
      pending = submitted;
      if (wanted !== most && reading.length === 0) {
        await finish();
        most = wanted;
        const last = batcher;
        batcher = await create();
        last.destroy();
        begun = performance.now();
        read();
      }
      yield step();
    }
    await finish();
    if (signal?.aborted) return;
    yield step();
  } finally {
    await Promise.allSettled([...reading, pending]);
    batcher.destroy();
  }
}

/** Returns the size of the next batches after one of this size and duration. */
function fitting(size: number, ms: number): number {
  const next =
    ms < SHORT_BATCH_MS / 2 ? 4 * size : ms < SHORT_BATCH_MS ? 2 * size : ms > LONG_BATCH_MS ? size / 2 : size;
  return Math.max(LEAST_BATCH, Math.min(MOST_BATCH, next));
}

/** Adds parts to the cells of an overview. */
function cellAdder(overview: Overview, partsPerCell: number) {
  const { cell, cells, samples, levels, power, peak } = overview;
  const [finest] = levels;
  const total = new Float64Array(OVERVIEW_BINS);
  const powerOfStep = powers();
  let [held, nonFinite] = [0, 0];

  function close(): void {
    const c = overview.done++;
    if (partsPerCell > 1) {
      for (let k = 0; k < OVERVIEW_BINS; k++) finest.mean[c * OVERVIEW_BINS + k] = stepOf(total[k] / held);
      total.fill(0);
    }
    power[c] /= Math.min(cell, samples - c * cell);
    overview.nonFinite += nonFinite;
    held = nonFinite = 0;
  }

  return {
    add({ mean, maximum, powers }: OverviewParts): void {
      const first = overview.done;
      for (const [p, { sum, peak: high, nonFinite: wrong }] of powers.entries()) {
        const c = overview.done;
        if (held === 0) power[c] = peak[c] = 0;
        power[c] += sum;
        nonFinite += wrong;
        peak[c] = Math.max(peak[c], high);
        const at = c * OVERVIEW_BINS;
        const [most, own] = [maximum, mean].map((levels) =>
          levels.subarray(p * OVERVIEW_BINS, (p + 1) * OVERVIEW_BINS),
        );
        if (held === 0) finest.maximum.set(most, at);
        else for (let k = 0; k < OVERVIEW_BINS; k++) finest.maximum[at + k] = Math.max(finest.maximum[at + k], most[k]);
        if (partsPerCell === 1) finest.mean.set(own, at);
        else for (let k = 0; k < OVERVIEW_BINS; k++) total[k] += powerOfStep[own[k] + 32_768];
        const last = c === cells - 1 && p === powers.length - 1;
        if (++held === partsPerCell || last) close();
      }
      raise(levels, first, overview.done);
    },
  };
}

/** Computes the cells of the higher levels that hold the cells [from, to) of the finest one. */
function raise(levels: readonly Powers[], from: number, to: number): void {
  let [first, end] = [from, to];
  for (const [level, below] of levels.slice(0, -1).entries()) {
    const last = end;
    [first, end] = [Math.floor(first / FACTOR), Math.ceil(end / FACTOR)];
    for (let c = first; c < end; c++) {
      for (const way of ["maximum", "mean"] as const) {
        const joined = join[way](below[way], c * FACTOR, Math.min(last, (c + 1) * FACTOR));
        levels[level + 1][way].set(joined, c * OVERVIEW_BINS);
      }
    }
  }
}

/** The stored step of a power, and the power of a step from a table. */
const stepOf = (power: number) => Math.round(10 * STEPS_PER_DB * Math.log10(power));
let table: Float64Array | undefined;
const powers = () =>
  (table ??= Float64Array.from({ length: 65_536 }, (_, i) => 10 ** ((i - 32_768) / (10 * STEPS_PER_DB))));

const joined = new Int16Array(OVERVIEW_BINS);
const sums = new Float64Array(OVERVIEW_BINS);

/** Joins the cells [from, to) of a level, bin by bin. The result lasts until the next call. */
const join: Record<Level, (source: Int16Array, from: number, to: number) => Int16Array> = {
  maximum(source, from, to) {
    joined.fill(-32_768);
    for (let cell = from; cell < to; cell++) {
      for (let k = 0, i = cell * OVERVIEW_BINS; k < OVERVIEW_BINS; k++, i++) {
        if (source[i] > joined[k]) joined[k] = source[i];
      }
    }
    return joined;
  },
  mean(source, from, to) {
    const power = powers();
    sums.fill(0);
    for (let cell = from; cell < to; cell++) {
      for (let k = 0, i = cell * OVERVIEW_BINS; k < OVERVIEW_BINS; k++, i++) sums[k] += power[source[i] + 32_768];
    }
    for (let k = 0; k < OVERVIEW_BINS; k++) joined[k] = stepOf(sums[k] / (to - from));
    return joined;
  },
};

/** The part of a recording that columns of equal time show. */
export interface ViewColumns {
  start: number;
  count: number;
  columns: number;
}

/** Returns the number of columns, from the first on, whose cells are complete. */
export function knownColumns({ cell, cells, done }: Overview, { start, count, columns }: ViewColumns): number {
  if (done === cells) return columns;
  return Math.max(0, Math.min(columns, Math.floor(((done * cell - start) / count) * columns)));
}

/**
 * Fills the columns [from, to) of a picture with the overview's powers: each has all cells that it touches.
 *
 * @param decibels [column][{@link OVERVIEW_BINS}]. `rms` and `peak` are amplitudes, per column.
 */
export function fillColumns(
  { cell, levels, power, peak: peaks }: Overview,
  { start, count, columns }: ViewColumns,
  [from, to]: readonly [from: number, to: number],
  level: Level,
  { decibels, rms, peak }: Record<"decibels" | "rms" | "peak", Float32Array>,
): void {
  const span = count / columns;
  // At least two cells per column, so that a column shows little of its neighbours.
  const height = Math.min(levels.length - 1, Math.max(0, Math.floor(Math.log(span / cell / 2) / Math.log(FACTOR))));
  const source = levels[height][level];
  const [wide, rows] = [FACTOR ** height, source.length / OVERVIEW_BINS];
  for (let column = from; column < to; column++) {
    const first = Math.floor((start + column * span) / cell);
    const end = Math.min(power.length, Math.max(first + 1, Math.ceil((start + (column + 1) * span) / cell)));
    const row = Math.min(rows - 1, Math.floor(first / wide));
    const steps = join[level](source, row, Math.max(row + 1, Math.min(rows, Math.ceil(end / wide))));
    for (let k = 0, at = column * OVERVIEW_BINS; k < OVERVIEW_BINS; k++, at++) decibels[at] = steps[k] / STEPS_PER_DB;
    let [sum, most] = [0, 0];
    for (let c = first; c < end; c++) {
      sum += power[c];
      most = Math.max(most, peaks[c]);
    }
    rms[column] = Math.sqrt(sum / (end - first));
    peak[column] = Math.sqrt(most);
  }
}
