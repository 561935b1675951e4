import affineScan from "#shaders/lib/affine-scan.wgsl?raw";
import slices from "#shaders/lib/slices.wgsl?raw";
import lookBack from "#shaders/lib/look-back.wgsl?raw";
import { compile, type Values } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { gridOf } from "../gpu/rows.ts";
import { sequence } from "../gpu/timing.ts";
import type { StreamPlan } from "../stream/block.ts";
import { createStateScan, type StateScan } from "./state-scan.ts";
import {
  applied,
  blockColumns,
  identity,
  type Matrix,
  power,
  powers,
  squares,
  type StateSpace,
} from "./state-space.ts";

/** Rows of four numbers that kernels have room for: what each sample of a run adds to its end, and matrices of the scan. */
const [GAINS, STEPS] = [512, 320];
/** Looks at a state that is not there: far more than it takes where workgroups make progress. */
const SPINS = 4096;
const GROUP = 128;
/** Numbers of an invocation. */
const RUN = 64;
const [SINGLE, REDUCE, FINISH] = [0, 1, 2];

export interface Schedule {
  /**
   * "single" reads the signal once, tiles look back at those before them; "reduce" reads it twice and needs nothing of how
   * workgroups are scheduled. Default "single".
   */
  passes?: "single" | "reduce";
  /** Invocations per workgroup, a power of two from 4 to 256. Default 64. */
  group?: number;
  /** Looks at another tile's state before a workgroup does that tile itself; 0: it does all of them. The output is the same. */
  spins?: number;
}

export interface TiledConfig extends Schedule {
  label: string;
  /** Its text; lib/look-back and lib/affine-scan are added. */
  wgsl: readonly string[];
  signals: number;
  /** Samples in a page. */
  length: number;
  input: GPUBuffer;
  /** Numbers in a sample of the output. */
  width: number;
  /** Signals in a row that do not mix: 2 for complex samples through a real filter. */
  stride: number;
  /** Of a multiple of four states, at most 16. */
  system: StateSpace;
  /** The kernel's own overrides and parameters. */
  constants?: Readonly<Record<string, number>>;
  params: Values;
}

/**
 * A recursion whose states are scanned over runs of an invocation and tiles of a workgroup, page by page, by a kernel that is
 * written for lib/look-back.wgsl.
 *
 * @throws RangeError for a group or a page that the scan has no place for.
 */
export async function createTiled(device: GPUDevice, config: TiledConfig): Promise<StreamPlan> {
  const { label, signals, length, input, width, stride, system, passes = "single", group = GROUP } = config;
  if (!(Number.isInteger(Math.log2(group)) && group >= 4 && group <= 256)) {
    throw new RangeError(`${label}: group must be a power of two from 4 to 256, got ${group}`);
  }
  const { order } = system.A;
  const places = group / stride;
  const tiles = Math.ceil((length * width) / (RUN * group));
  if (passes === "single" && tiles > places ** 3) {
    throw new RangeError(
      `${label}: a page must have at most ${(RUN * group * places ** 3) / width} samples, got ${length}`,
    );
  }
  const constants = {
    GROUP: group,
    QUADS: order / 4,
    STRIDE: stride,
    RUN,
    SPINS: config.spins ?? SPINS,
    ...config.constants,
  };
  const wgsl = [...config.wgsl, lookBack, affineScan, slices];
  const kernels = await Promise.all(
    (passes === "single" ? [SINGLE] : [REDUCE, FINISH]).map((PASS) =>
      compile(device, { label, wgsl, constants: { ...constants, PASS } }),
    ),
  );

  const samples = (RUN * stride) / width;
  const run = power(system.A, samples);
  const tile = power(run, places);
  const rows = signals * stride;
  const memory = allocate(device);
  const state = memory.storage("state", rows * order * 4);
  const last = memory.storage("last state", rows * order * 4);
  const output = memory.storage("filtered", signals * length * width * 4);
  // Each level has a word for every invocation of a row of workgroups.
  const words = [1, 2, 3].map((level) => Math.ceil(tiles / places ** level) * order * group);
  const levels = words.map((_, i) => words.slice(0, i).reduce((a, b) => a + b, 0));
  const total = words.reduce((a, b) => a + b);
  const aggregates = memory.storage("aggregates", 4 * (passes === "single" ? signals * total : rows * tiles * order));
  let between: StateScan | undefined;
  if (passes === "reduce") {
    between = await createStateScan(device, { rows, length: tiles, matrix: tile, ends: aggregates, initial: state });
  }
  const resources = {
    input,
    powers: memory.constant("powers", powerTable([run, tile, power(tile, places), power(tile, places ** 2)], places)),
    aggregates,
    starts: between?.starts ?? state,
    output,
    last,
    params: {
      tiles,
      signals,
      length: length * width,
      pitch: between ? tiles : 1,
      levels: [...levels, total],
      gains: padded(runGains(system, samples), 4 * GAINS),
      steps: padded(
        squares(run, Math.log2(places)).flatMap((matrix) => [...blockColumns(matrix)]),
        4 * STEPS,
      ),
      ...config.params,
    },
  };
  const bound = kernels.map((kernel) => kernel.bind(resources));
  const grid = gridOf(device, signals * tiles);
  const stages = bound.map(({ encode }) => ({
    label,
    encode: (encoder: GPUCommandEncoder, timestampWrites?: GPUComputePassTimestampWrites) =>
      encode(encoder, grid, timestampWrites),
  }));
  const all = sequence(label, between ? [stages[0], between, stages[1]] : stages);
  const reset = () => device.queue.writeBuffer(state, 0, new Float32Array(rows * order));
  reset();
  return {
    label,
    output,
    outputs: length,
    reset,
    encode(encoder, timestampWrites) {
      if (!between) encoder.clearBuffer(aggregates, 0, 4 * signals * total);
      all.encode(encoder, timestampWrites);
      encoder.copyBufferToBuffer(last, 0, state, 0, rows * order * 4);
    },
    destroy() {
      between?.destroy();
      for (const one of bound) one.destroy();
      memory.release();
    },
  };
}

/** A^(run − 1 − i)·B for each sample i of a run, four quads a sample. */
function runGains({ A, B }: StateSpace, run: number): number[] {
  const gains: Float64Array[] = [B];
  while (gains.length < run) gains.unshift(applied(A, gains[0]));
  return gains.flatMap((gain) => padded([...gain], 16));
}

/** Powers of each base from 0 to before `count`, [base][column of four][exponent]. */
function powerTable(bases: readonly Matrix[], count: number): Float32Array<ArrayBuffer> {
  const columns = blockColumns(identity(bases[0].order)).length / 4;
  const table = new Float32Array(bases.length * columns * count * 4);
  for (const [level, base] of bases.entries()) {
    for (const [exponent, matrix] of powers(base, count).entries()) {
      const values = blockColumns(matrix);
      for (let column = 0; column < columns; column++) {
        const at = ((level * columns + column) * count + exponent) * 4;
        table.set(values.subarray(4 * column, 4 * column + 4), at);
      }
    }
  }
  return table;
}

function padded(values: readonly number[], length: number): number[] {
  return [...values, ...Array.from({ length: length - values.length }, () => 0)];
}
