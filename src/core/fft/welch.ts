import welchKernel from "#shaders/fft/welch.wgsl?raw";
import { createColumnSums } from "../arithmetic/column-sums.ts";
import { owning } from "../gpu/owning.ts";
import { checkedInteger } from "../gpu/rows.ts";
import { type Plan, sequence } from "../gpu/timing.ts";
import { windowValues } from "../filter-design/windows.ts";
import { checkFftLength, fftGroup, fftLibrary, FFT_MAX_LENGTH, FFT_POINTS } from "./workgroup.ts";

/** Points of all sums. Their number and the order of all sums are fixed. */
const POINTS = 128 * FFT_MAX_LENGTH;

/** Rows first … first + count − 1. */
export interface Rows {
  first: number;
  count: number;
}

export interface WelchConfig {
  /** Points of the transform and of the spectrum: a power of two, 16 … 2048. */
  length: number;
  /** Complex samples, [row][rowStride]. */
  samples: GPUBuffer;
  rowStride: number;
  /** The samples of each row to use, at least `length`. Default: all. */
  span?: { start: number; length: number };
  rows: Rows;
  /** Samples of a segment that count, from its first one on: the window is as long. Default: all. */
  windowLength?: number;
}

export interface Welch extends Plan {
  /** Power in each bin, linear, in FFT order, float32 [length]: white noise of variance σ² gives σ²/length. */
  readonly spectrum: GPUBuffer;
  /** Selects the rows that later submissions average. */
  select(rows: Rows): void;
  /** Moves the span to another first sample of each row, with the same length, for later submissions. */
  setStart(start: number): void;
}

/**
 * Power spectrum by Welch's method: Blackman window, segments that overlap by half and lie within a row, averaged.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createWelch(device: GPUDevice, config: WelchConfig): Promise<Welch> {
  const { length, samples, rowStride, span = { start: 0, length: rowStride }, windowLength = length } = config;
  const label = "fft/welch";
  checkFftLength(label, length, 16);
  const { length: spanLength } = span;
  const startOf = (start: number) => {
    if (![rowStride, start, spanLength].every(Number.isInteger) || start < 0 || start + spanLength > rowStride) {
      throw new RangeError(`${label}: span must lie within ${rowStride} samples, got ${spanLength} from ${start}`);
    }
    return start;
  };
  const start = startOf(span.start);
  if (spanLength < length) throw new RangeError(`${label}: span must hold ${length} samples, got ${spanLength}`);
  const rowSegments = Math.floor((spanLength - length) / (length / 2)) + 1;
  const sums = POINTS / length;
  checkedInteger(label, "windowLength", windowLength, 1, length);
  const window = new Float64Array(length);
  window.set(windowValues("blackman", windowLength, true));
  const energy = window.reduce((sum, value) => sum + value * value, 0);
  const paramsOf = ({ first, count }: Rows) => {
    if (!Number.isInteger(first) || first < 0 || !Number.isInteger(count) || count < 1) {
      throw new RangeError(`${label}: rows must be at least one, from one ≥ 0 on, got ${count} from ${first}`);
    }
    return { firstRow: first, segments: count * rowSegments };
  };
  const params = paramsOf(config.rows);
  const scaleOf = (segments: number) => 1 / (length * energy * segments);

  return owning(device, async ({ memory, keep, stage }) => {
    const partial = memory.storage("sums of periodograms", sums * length * 4);
    const group = fftGroup(device, length, sums);
    const periodograms = await stage({
      label,
      wgsl: [welchKernel, ...fftLibrary(device, { length, group, isWhole: true })],
      constants: {
        FFT_LENGTH: length,
        GROUP: group,
        SUMS: sums,
        ROW_SEGMENTS: rowSegments,
      },
      resources: {
        samples,
        window: memory.constant("Blackman window", Float32Array.from(window)),
        sums: partial,
        params: { start, rowStride, ...params },
      },
      groups: POINTS / (FFT_POINTS * group),
    });
    const scale = scaleOf(params.segments);
    const total = await keep(createColumnSums(device, { x: partial, rows: sums, columns: length, scale }));
    return {
      ...sequence(label, [periodograms, total]),
      spectrum: total.y,
      select(rows: Rows) {
        const selected = paramsOf(rows);
        periodograms.set(selected);
        total.setScale(scaleOf(selected.segments));
      },
      setStart: (start: number) => periodograms.set({ start: startOf(start) }),
    };
  });
}
