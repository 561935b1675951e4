import complex from "#shaders/lib/complex.wgsl?raw";
import chirpedRows from "#shaders/fft/lib/chirped-rows.wgsl?raw";
import dft from "#shaders/fft/lib/dft.wgsl?raw";
import lines from "#shaders/fft/lib/lines.wgsl?raw";
import rows from "#shaders/fft/lib/rows.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, gridOf } from "../gpu/rows.ts";
import { declare } from "../gpu/declarations.ts";
import type { Plan } from "../gpu/timing.ts";

/** Products of a pass with factors while it reads or writes: see `lib/chirped-rows.wgsl`. */
export interface ChirpedRows {
  /** Numbers of a row in the transforms. */
  row: number;
  /** Factors of the numbers that are read, complex; rows of the input have as many numbers as `length`. */
  input?: RowFactors;
  /** Factors of the numbers that are written; rows of the output have as many numbers as `length`. */
  output?: RowFactors;
}

interface RowFactors {
  factors: GPUBuffer;
  length: number;
  /** Whether real and imaginary parts are swapped, before the product of the input or after the product of the output. */
  swap?: boolean;
}

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
  /** Products while the pass reads or writes. Default: none. Not in place. */
  chirped?: ChirpedRows;
}

export interface Fft extends Plan {
  /** Transforms, complex [batch][N], in natural order. */
  readonly output: GPUBuffer;
}

/** The differences between the kernels for lines. */
export interface LineKernel {
  label: string;
  /** The kernel's text and its libraries, except those that all kernels need: lines, rows, dft, complex, phasor. */
  wgsl: readonly string[];
  constants: Readonly<Record<string, number>>;
  /** Distances of the points of a line that an invocation loads, and of the bins that it stores. */
  steps: readonly [number, number];
  /** Lines per workgroup. */
  lines: number;
}

/** Compiles and binds a pass of a checked length. */
export async function createFftPass(device: GPUDevice, kernel: LineKernel, config: FftPassConfig): Promise<Fft> {
  const { label, wgsl, constants, steps } = kernel;
  const { length, batch, input, inverse = false, before = 1, after = 1, chirped } = config;
  checkedCount(label, "batch", batch);
  if (config.output === input && before > 1) {
    throw new RangeError(`${label}: only the first pass works in place, got ${before} points before it`);
  }
  const turn = 2 ** 32 / (length * after);
  const last = after === 1;
  const inPlace = config.output === input;
  const memory = allocate(device);
  const row = chirped?.output?.length ?? before * length * after;
  const output = config.output ?? memory.storage("transforms", batch * row * 8);
  const unused = inPlace ? memory.storage("no input", 8) : input;
  const count = batch * before * after;
  // In place, no number is read from `input`.
  const types = rowTypes(inPlace ? 1 : length * after, before * length * after);
  const stage = await createStage(device, {
    label,
    wgsl: [...wgsl, lines, ...(chirped ? [chirpedRows] : [types, rows]), dft, complex, phasor],
    constants: {
      ...constants,
      LENGTH: length,
      STEP_IN: steps[0],
      STEP_OUT: steps[1],
      BEFORE: before,
      AFTER: after,
      // The last pass does not need it, and it might not fit.
      TURN: last ? 0 : Math.floor(turn),
      TURN_REST: turn % 1,
      SWAP_IN: Number(inverse && before === 1),
      SWAP_OUT: Number(inverse && last),
      SCALE: inverse && last ? 1 / (before * length) : 1,
      ...(chirped ? chirpConstants(chirped) : { IN_PLACE: Number(inPlace) }),
    },
    resources: { input: unused, output, ...(chirped && factorsOf(chirped)), params: { lines: count } },
    groups: gridOf(device, Math.ceil(count / kernel.lines)),
    memory,
  });
  return { ...stage, output };
}

function chirpConstants({ row, input, output }: ChirpedRows) {
  return {
    ROW: row,
    INPUT_ROW: input?.length ?? row,
    OUTPUT_ROW: output?.length ?? row,
    TIMES_A: Number(Boolean(input)),
    TIMES_B: Number(Boolean(output)),
    SWAP_A: Number(Boolean(input?.swap)),
    SWAP_B: Number(Boolean(output?.swap)),
  };
}

/** Returns the factors of both sides. A side without factors does not read the other side's. */
function factorsOf({ input, output }: ChirpedRows) {
  const [a, b] = [input?.factors ?? output?.factors, output?.factors ?? input?.factors];
  return { a: a as GPUBuffer, b: b as GPUBuffer };
}

/** Returns WGSL for the types of a row of `points` and of a row of `bins`. */
function rowTypes(points: number, bins: number): string {
  const [InRow, OutRow] = [points, bins].map((count) => `array<vec2f,${count}>`);
  const text = `alias InRow = ${InRow};\nalias OutRow = ${OutRow};`;
  return declare(text, { overrides: [], bindings: [], structs: {}, aliases: { InRow, OutRow } });
}
