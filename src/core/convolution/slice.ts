import sliceKernel from "#shaders/convolution/slice.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedInteger } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

export interface SliceConfig {
  /** Number of rows, 1 … 65535. */
  rows: number;
  /** Complex samples x, [row][inputStride]. */
  input: GPUBuffer;
  inputStride: number;
  /** First row of x to read. Default 0. */
  inputRow?: number;
  /** Index in a row of x of the first sample to take; any integer. */
  first: number;
  /** Distance between taken samples, ≥ 1. Default 1. */
  step?: number;
  /** Samples taken from each row. */
  outputLength: number;
  /** The buffer for the rows, and the first row in it. By default the plan allocates one. */
  target?: { buffer: GPUBuffer; row: number };
  /** Invocations per workgroup, from 1 to the device's limit. Default 128. The results are the same. */
  group?: number;
}

export interface Slice extends Plan {
  /** Complex, [row][outputLength]. */
  readonly output: GPUBuffer;
}

/**
 * Takes every `step`-th sample of each row from `first` on, and zeros outside the row.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createSlice(device: GPUDevice, config: SliceConfig): Promise<Slice> {
  const { rows, input, inputStride, inputRow = 0, first, step = 1, outputLength, target, group = 128 } = config;
  const label = "convolution/slice";
  checkedInteger(label, "rows", rows, 1, 65535);
  if (!Number.isInteger(first)) throw new RangeError(`${label}: first must be an integer, got ${first}`);
  checkedInteger(label, "inputStride", inputStride, 1);
  checkedInteger(label, "step", step, 1);
  checkedInteger(label, "outputLength", outputLength, 1);
  checkedInteger(label, "inputRow", inputRow, 0);
  const outputRow = checkedInteger(label, "target.row", target?.row ?? 0, 0);
  const memory = allocate(device);
  const output = target?.buffer ?? memory.storage("slices", rows * outputLength * 8);
  const stage = await createStage(device, {
    label,
    wgsl: [sliceKernel],
    constants: { GROUP: group, INPUT_STRIDE: inputStride, FIRST: first, STEP: step, OUTPUT_LENGTH: outputLength },
    resources: { input, output, params: { inputRow, outputRow } },
    groups: [Math.ceil(outputLength / group), rows],
    memory,
  });
  return { ...stage, output };
}
