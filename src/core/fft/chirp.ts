import chirpKernel from "#shaders/fft/chirp.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, checkedInteger } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

export interface ChirpConfig {
  /** Number of rows, ≥ 1. */
  rows: number;
  /** Complex x, [rows][inputLength]. */
  input: GPUBuffer;
  inputLength: number;
  /** Complex c, at least `kept` numbers. */
  factors: GPUBuffer;
  /** Numbers in a row of the output. */
  length: number;
  /** Numbers of a row that are kept, at most `length` and `inputLength`; zeros after them. */
  kept: number;
  /** Real and imaginary parts swapped before the product or after it. */
  swap?: "before" | "after";
  /** Complex y, [rows][length]. Default: a new buffer. */
  output?: GPUBuffer;
  /** Invocations per workgroup, from 1 to the device's limit. Default 128. The results are the same. */
  group?: number;
}

export interface Chirp extends Plan {
  readonly output: GPUBuffer;
}

/**
 * Multiplies rows by one table, y[s][n] = x[s][n]·c[n], and pads or cuts them: what Bluestein's algorithm does around its
 * convolution.
 *
 * @throws RangeError when `rows` is not a positive integer or `kept` more than a row has.
 */
export async function createChirp(device: GPUDevice, config: ChirpConfig): Promise<Chirp> {
  const { rows, input, inputLength, factors, length, kept, swap, group = 128 } = config;
  const label = "fft/chirp";
  checkedCount(label, "rows", rows);
  checkedInteger(label, "kept", kept, 1, Math.min(length, inputLength));
  const memory = allocate(device);
  const output = config.output ?? memory.storage("rows times chirp", rows * length * 8);
  const stage = await createStage(device, {
    label,
    wgsl: [chirpKernel, complex],
    constants: {
      GROUP: group,
      INPUT_LENGTH: inputLength,
      LENGTH: length,
      KEPT: kept,
      SWAP_IN: Number(swap === "before"),
      SWAP_OUT: Number(swap === "after"),
    },
    resources: { input, factors, output, params: { rows } },
    groups: [Math.min(Math.ceil(length / group), 65535), Math.min(rows, 65535)],
    memory,
  });
  return { ...stage, output };
}
