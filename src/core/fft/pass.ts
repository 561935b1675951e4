import complex from "#shaders/lib/complex.wgsl?raw";
import dft from "#shaders/fft/lib/dft.wgsl?raw";
import lines from "#shaders/fft/lib/lines.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, gridOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

/** A batch of transforms, or one pass of longer ones: see `lib/lines.wgsl`. */
export interface FftPassConfig {
  /** Points per line; with a single pass, per transform. */
  length: number;
  /** Number of transforms, ≥ 1. */
  batch: number;
  /** Complex samples, [batch][before · length · after]. */
  input: GPUBuffer;
  /** Whether the exponent has the sign + and the result the factor 1/N over all passes. */
  inverse?: boolean;
  /** Products of the lengths of the passes before and after this one. Default 1 and 1: a whole transform. */
  before?: number;
  after?: number;
  /** The buffer for the results, by default a new one. Only the first pass may use its input (in place). */
  output?: GPUBuffer;
}

export interface Fft extends Plan {
  /** Transforms, complex [batch][N], in natural order. */
  readonly output: GPUBuffer;
}

/** The differences between the kernels for lines. */
export interface LineKernel {
  label: string;
  /** The kernel's text and its libraries, except those that all kernels need: lines, dft, complex, phasor. */
  wgsl: readonly string[];
  constants: Readonly<Record<string, number>>;
  /** Lines per workgroup. */
  lines: number;
}

/** Compiles and binds a pass of a checked length. */
export async function createFftPass(device: GPUDevice, kernel: LineKernel, config: FftPassConfig): Promise<Fft> {
  const { label, wgsl, constants } = kernel;
  const { length, batch, input, inverse = false, before = 1, after = 1 } = config;
  checkedCount(label, "batch", batch);
  if (config.output === input && before > 1) {
    throw new RangeError(`${label}: only the first pass works in place, got ${before} points before it`);
  }
  const turn = 2 ** 32 / (length * after);
  const last = after === 1;
  const inPlace = config.output === input;
  const memory = allocate(device);
  const output = config.output ?? memory.storage("transforms", batch * before * length * after * 8);
  const unused = inPlace ? memory.storage("no input", 8) : input;
  const count = batch * before * after;
  const stage = await createStage(device, {
    label,
    wgsl: [...wgsl, lines, dft, complex, phasor],
    constants: {
      ...constants,
      LENGTH: length,
      BEFORE: before,
      AFTER: after,
      // The last pass does not need it, and it might not fit.
      TURN: last ? 0 : Math.floor(turn),
      TURN_REST: turn % 1,
      SWAP_IN: Number(inverse && before === 1),
      SWAP_OUT: Number(inverse && last),
      SCALE: inverse && last ? 1 / (before * length) : 1,
      IN_PLACE: Number(inPlace),
    },
    resources: { input: unused, output, params: { lines: count } },
    groups: gridOf(device, Math.ceil(count / kernel.lines)),
    memory,
  });
  return { ...stage, output };
}
