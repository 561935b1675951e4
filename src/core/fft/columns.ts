import columnsKernel from "#shaders/fft/columns.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedInteger } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";
import { checkFftLength, fftGroup, fftLibrary, FFT_POINTS } from "./workgroup.ts";

/** Matrices [rows][columns] that stand for signals of N = rows·columns points, n = columns·row + column. */
export interface ColumnFftConfig {
  /** Number of matrices, 1 … 65535. */
  batch: number;
  /** Points of a column's transform: a power of two, 16 … 2048. */
  rows: number;
  /** Number of columns: a power of two, at least 2. */
  columns: number;
  /** Complex, [batch][rows][pitch]. */
  input: GPUBuffer | GPUBufferBinding;
  /** Points from one row to the next, at least `columns`. Default: `columns`. */
  pitch?: number;
  /** The last half of an inverse transform instead of the first half of a forward one. */
  inverse?: boolean;
  /** The part of each N points that is written. Default: all. */
  keep?: { start: number; length: number };
  /** The part of a buffer for the results. Default: a new buffer. */
  output?: GPUBufferBinding;
}

export interface ColumnFft extends Plan {
  /** The buffer of the results, complex [batch][keep.length], by default [batch][rows][columns]. */
  readonly output: GPUBuffer;
}

/**
 * The column half of a transform too long for a workgroup (the four-step FFT, Bailey 1990). Forward: the columns'
 * transforms with their twiddles, which transforms of the rows complete: X[c + rows·d] then lies at [c][d]. Inverse: given
 * the rows' inverse transforms, twiddles and the columns' inverse transforms, without the factor 1/N.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createColumnFft(device: GPUDevice, config: ColumnFftConfig): Promise<ColumnFft> {
  const { batch, rows, columns, input, pitch = columns, inverse = false } = config;
  const { start, length } = config.keep ?? { start: 0, length: rows * columns };
  const label = "fft/columns";
  checkedInteger(label, "batch", batch, 1, 65535);
  checkFftLength(label, rows, 16);
  if (!(columns >= 2 && Number.isInteger(Math.log2(columns)))) {
    throw new RangeError(`${label}: columns must be a power of two, at least 2, got ${columns}`);
  }
  checkedInteger(label, "pitch", pitch, columns);
  if (![start, length].every(Number.isInteger) || start < 0 || length < 1 || start + length > rows * columns) {
    throw new RangeError(`${label}: keep must lie within ${rows * columns} points, got ${length} from ${start}`);
  }
  const memory = allocate(device);
  const output = config.output?.buffer ?? memory.storage("column transforms", batch * length * 8);
  const group = fftGroup(device, rows, columns);
  const groups = Math.ceil((rows * columns) / (FFT_POINTS * group));
  const stage = await createStage(device, {
    label,
    wgsl: [columnsKernel, ...fftLibrary(device, { length: rows, group })],
    constants: {
      FFT_LENGTH: rows,
      GROUP: group,
      INVERSE: Number(inverse),
      COLUMNS: columns,
      PITCH: pitch,
      START: start,
      LENGTH: length,
    },
    resources: { input, output: config.output ?? output },
    groups: [groups, batch],
    memory,
  });
  return { ...stage, output };
}
