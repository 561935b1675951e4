import sliceKernel from "#shaders/convolution/slice.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import type { Stage } from "../gpu/timing.ts";

const GROUP = 128;

export interface SliceConfig {
  /** Number of rows, 1 … 65535. */
  rows: number;
  /** Complex samples x, [row][inputStride]. */
  input: GPUBuffer;
  inputStride: number;
  /** Index in a row of x of the first sample taken; any integer. */
  first: number;
  /** Samples from one that is taken to the next, ≥ 1. Default 1. */
  step?: number;
  /** Samples taken from each row. */
  outputLength: number;
}

export interface Slice extends Stage {
  /** Complex, [row][outputLength]. */
  readonly output: GPUBuffer;
  destroy(): void;
}

/**
 * Takes every `step`-th sample of each row from `first` on; zeros where the row has none.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createSlice(device: GPUDevice, config: SliceConfig): Promise<Slice> {
  const { rows, input, inputStride, first, step = 1, outputLength } = config;
  const label = "convolution/slice";
  if (!Number.isInteger(rows) || rows < 1 || rows > 65535) {
    throw new RangeError(`${label}: rows must be an integer from 1 to 65535, got ${rows}`);
  }
  if (!Number.isInteger(first)) throw new RangeError(`${label}: first must be an integer, got ${first}`);
  for (const [name, value] of Object.entries({ inputStride, step, outputLength })) {
    if (!Number.isInteger(value) || value < 1) {
      throw new RangeError(`${label}: ${name} must be an integer ≥ 1, got ${value}`);
    }
  }
  const kernel = await compile(device, {
    label,
    wgsl: [sliceKernel],
    constants: { GROUP, INPUT_STRIDE: inputStride, FIRST: first, STEP: step, OUTPUT_LENGTH: outputLength },
  });
  const memory = allocate(device);
  const output = memory.storage("slices", rows * outputLength * 8);
  const bound = kernel.bind({ input, output });
  return {
    label,
    output,
    encode: (encoder, timing) => bound.encode(encoder, [Math.ceil(outputLength / GROUP), rows], timing),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
