import stateScan from "#shaders/iir/state-scan.wgsl?raw";
import affineScan from "#shaders/lib/affine-scan.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, gridOf } from "../gpu/rows.ts";
import type { Stage } from "../gpu/timing.ts";
import { blockColumns, type Matrix, power, squares } from "./state-space.ts";

const GROUP = 128;
/** Columns that the kernel has room for. */
const COLUMNS = 360;
/** Most numbers in a state. */
export const MAX_ORDER = 16;

export interface StateScanConfig {
  rows: number;
  /** Steps of a row. */
  length: number;
  /** A, lower triangular in blocks of 4 × 4, of order 4, 8, 12 or 16. */
  matrix: Matrix;
  /** e, float32 [row][step][order]. */
  ends: GPUBuffer;
  /** s[0], float32 [row][order]. */
  initial: GPUBuffer;
}

export interface StateScan extends Stage {
  /** s, float32 [row][step][order]. */
  readonly starts: GPUBuffer;
  destroy(): void;
}

/**
 * s[k + 1] = A·s[k] + e[k] for rows of steps, by a scan: s at the beginning of each step.
 *
 * @throws RangeError for sizes that are no positive integers, and for a matrix of another order.
 */
export async function createStateScan(device: GPUDevice, config: StateScanConfig): Promise<StateScan> {
  const label = "iir/state-scan";
  const { matrix, ends, initial } = config;
  const rows = checkedCount(label, "rows", config.rows);
  const length = checkedCount(label, "length", config.length);
  const { order } = matrix;
  if (order % 4 || order < 4 || order > MAX_ORDER) {
    throw new RangeError(`${label}: the matrix must be of order 4, 8, 12 or 16, got ${order}`);
  }
  const kernel = await compile(device, {
    label,
    wgsl: [stateScan, affineScan],
    constants: { GROUP, STRIDE: 1, QUADS: order / 4 },
  });
  const share = Math.ceil(length / GROUP);
  const single = Math.log2(GROUP);
  const steps = new Float32Array(4 * COLUMNS);
  const matrices = [...squares(power(matrix, share), single), matrix].map(blockColumns);
  for (const [i, columns] of matrices.entries()) steps.set(columns, i * columns.length);
  const memory = allocate(device);
  const starts = memory.storage("states", rows * length * order * 4);
  const bound = kernel.bind({
    initial,
    e: ends,
    starts,
    params: { rows, length, share, single, steps: Array.from(steps) },
  });
  return {
    label,
    starts,
    encode: (encoder, timestampWrites) => bound.encode(encoder, gridOf(device, rows), timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
