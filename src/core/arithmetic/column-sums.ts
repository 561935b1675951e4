import columnSums from "#shaders/arithmetic/column-sums.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

const GROUP = 64;

export interface ColumnSumsConfig {
  /** float32 [rows][columns] */
  x: GPUBuffer;
  rows: number;
  columns: number;
  /** Factor of the sums. Default: 1. */
  scale?: number;
}

export interface ColumnSums extends Plan {
  /** float32 [columns] */
  readonly y: GPUBuffer;
  /** Changes the factor for later submissions. */
  setScale(scale: number): void;
}

/**
 * Sums the columns of a matrix in the order of its rows, so that the result is the same on every device.
 *
 * @throws RangeError when `rows` or `columns` is not a positive integer.
 */
export async function createColumnSums(device: GPUDevice, config: ColumnSumsConfig): Promise<ColumnSums> {
  const { x, rows, columns, scale = 1 } = config;
  const label = "arithmetic/column-sums";
  checkedCount(label, "rows", rows);
  checkedCount(label, "columns", columns);
  const memory = allocate(device);
  const y = memory.storage("column sums", columns * 4);
  const stage = await createStage(device, {
    label,
    wgsl: [columnSums],
    constants: { GROUP, ROWS: rows, COLUMNS: columns },
    resources: { x, y, params: { scale } },
    groups: Math.ceil(columns / GROUP),
    memory,
  });
  return { ...stage, y, setScale: (value) => stage.set({ scale: value }) };
}
