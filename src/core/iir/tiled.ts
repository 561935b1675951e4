import affineScan from "#shaders/iir/lib/affine-scan.wgsl?raw";
import lookBack from "#shaders/iir/lib/look-back.wgsl?raw";
import slices from "#shaders/iir/lib/slices.wgsl?raw";
import tiledKernel from "#shaders/iir/tiled.wgsl?raw";
import finite from "#shaders/lib/finite.wgsl?raw";
import { lengthConstants } from "../gpu/lengths.ts";
import { owning } from "../gpu/owning.ts";
import { checkedCount, gridOf } from "../gpu/rows.ts";
import { sequence } from "../gpu/timing.ts";
import type { StreamPlan } from "../flow/graph/block.ts";
import {
  applied,
  blockColumns,
  withoutIdentity,
  identity,
  type Matrix,
  matrixPower,
  matrixPowers,
  squares,
  type StateSpace,
} from "./state-space.ts";

/** Vectors of four that the kernel's parameters have room for. */
const [FORWARD, BACKWARD, STEPS] = [8, 4, 400];
/** Looks at a state that is not there: far more than it takes where workgroups make progress. */
const SPINS = 4096;
const GROUP = 128;
/** Numbers of an invocation, if there is a place for each tile. */
const RUN = 64;
/** Most numbers of an invocation that go through workgroup memory at a time. */
const MOST_SLICE = 16;
/** The faster of 8 and 16 on an H100, by the orders 2 and 8. */
const sliceOf = (order: number) => (order === 4 ? MOST_SLICE : 8);
/** As lib/look-back.wgsl has them. */
const [TILE, NEXT] = [0, 1];

export interface Schedule {
  /** Invocations per workgroup, a power of two from 4 to 256. Default 128. */
  group?: number;
  /** Looks at another tile's state before a workgroup does that tile itself; 0: it does all of them. The output is the same. */
  spins?: number;
}

export interface StreamInput {
  /** Numbers that are NaN or infinite count as zero, which takes a kernel up to a sixth longer. Without it a state keeps them for ever. Default false. */
  zeroNonFinite?: boolean;
}

export interface TiledConfig extends Schedule, StreamInput {
  label: string;
  /** How a sample changes the states: lib/sections, lib/complex-sections, lib/one-pole or blocks/lib/agc, and what it needs. */
  wgsl: readonly string[];
  signals: number;
  /** Samples in a page. */
  length: number;
  input: GPUBuffer;
  /** Numbers that are filtered as a whole: 2 of a complex sample by complex coefficients. */
  parts: number;
  /** Numbers of the input for them. Default: as many. */
  inputs?: number;
  /** Signals in a row that do not mix: 2 for complex samples through a real filter. */
  stride: number;
  /** A lower triangular in blocks of 4 × 4, of order 4, 8, 12 or 16. */
  system: StateSpace;
  /** Coefficients as the text has them. */
  forward: readonly number[];
  backward: readonly number[];
}

export interface Tiled extends StreamPlan {
  /** Changes the coefficients of the input, not the system. Takes effect for later submissions. */
  setForward(values: readonly number[]): void;
}

/**
 * A recursion whose states are scanned over runs of an invocation and tiles of a workgroup, page by page.
 *
 * @throws RangeError for a group, a number of signals or a length out of its range.
 */
export async function createTiled(device: GPUDevice, config: TiledConfig): Promise<Tiled> {
  const { label, signals, length, input, parts, stride, system } = config;
  const { group = GROUP } = config;
  const SLICE = sliceOf(system.A.order);
  checkedCount(label, "signals", signals);
  checkedCount(label, "length", length);
  if (!(Number.isInteger(Math.log2(group)) && group >= 4 && group <= 256)) {
    throw new RangeError(`${label}: group must be a power of two from 4 to 256, got ${group}`);
  }
  const { A } = system;
  const { order } = A;
  const width = parts * stride;
  const places = group / stride;
  // Most tiles of the scan; longer pages have longer runs.
  const tiles = Math.min(places ** 3, Math.ceil((length * width) / (RUN * group)));
  // Tiles of a signal have equal length, except the last one.
  const numbers = SLICE * Math.ceil((length * width) / (SLICE * group * tiles));
  // The states of short pages are carried with what float32 rounds off.
  const isShort = tiles === 1;
  const slice = SLICE / parts;
  const run = matrixPower(A, (numbers / SLICE) * slice);
  const scan = [matrixPower(A, slice), ...squares(run, Math.log2(places))];
  const steps = isShort ? [...scan, withoutIdentity(matrixPower(A, length))] : scan;
  const constants = {
    PAGE: isShort ? scan.length : 0,
    GROUP: group,
    QUADS: order / 4,
    STRIDE: stride,
    SPINS: config.spins ?? SPINS,
    PARTS: parts,
    INPUTS: config.inputs ?? parts,
    ZERO_NON_FINITE: config.zeroNonFinite ? 1 : 0,
  };
  const wgsl = [tiledKernel, ...config.wgsl, lookBack, affineScan, slices, finite, lengthConstants({ SLICE })];
  const kernel = (TASK: number) => ({ label, wgsl, constants: { ...constants, TASK } });
  const tile = matrixPower(run, places);
  const rows = signals * stride;
  return owning(device, async ({ memory, stage }) => {
    const states = new Float32Array(isShort ? 2 * rows * order : rows * order);
    const before = memory.constant("state before", states);
    const after = memory.storage("state after", states.byteLength);
    const output = memory.storage("filtered", signals * length * width * 4);
    // Of each level, those that are whole; in rows, each number of all places side by side.
    const items = [0, 1, 2].map((level) => Math.floor(tiles / places ** level));
    const widths = items.map((count) => Math.min(count, places) * stride);
    const words = items.map((count, level) => Math.ceil(count / places) * order * widths[level]);
    const levels = words.map((_, i) => words.slice(0, i).reduce((a, b) => a + b, 0));
    const total = words.reduce((a, b) => a + b);
    const published = memory.constant("published states", new Uint32Array(signals * total));
    const resources = {
      input,
      powers: memory.constant(
        "powers",
        powerTable([run, tile, matrixPower(tile, places), matrixPower(tile, places ** 2)], places),
      ),
      published,
      before,
      after,
      output,
      params: {
        tiles,
        signals,
        length: length * width,
        run: numbers,
        levels: [...levels, total],
        widths,
        forward: padded(config.forward, 4 * FORWARD),
        backward: padded(config.backward, 4 * BACKWARD),
        gains: padded(sliceGains(system, slice), 16 * MOST_SLICE),
        steps: padded(
          steps.flatMap((matrix) => [...blockColumns(matrix)]),
          4 * STEPS,
        ),
      },
    };
    const stages = [
      await stage({ ...kernel(TILE), resources, groups: gridOf(device, signals * tiles) }),
      // The next page begins where this one ends.
      await stage({
        ...kernel(NEXT),
        resources: { ...resources, before: after, after: before },
        groups: gridOf(device, Math.ceil(Math.max(signals * total, states.length / 4) / group)),
      }),
    ];
    const reset = () => device.queue.writeBuffer(before, 0, states);
    const setForward = (values: readonly number[]) => stages[0].set({ forward: padded(values, 4 * FORWARD) });
    return { ...sequence(label, stages), output, outputs: length, reset, setForward };
  });
}

/** A^(count − 1 − i)·B for each sample i, four quads a sample. */
function sliceGains({ A, B }: StateSpace, count: number): number[] {
  const gains = [B];
  while (gains.length < count) gains.unshift(applied(A, gains[0]));
  return gains.flatMap((gain) => padded([...gain], 16));
}

/** Powers of each base from 0 to before `count`, [base][column of four][exponent]. */
function powerTable(bases: readonly Matrix[], count: number): Float32Array<ArrayBuffer> {
  const columns = blockColumns(identity(bases[0].order)).length / 4;
  const table = new Float32Array(bases.length * columns * count * 4);
  for (const [level, base] of bases.entries()) {
    for (const [exponent, matrix] of matrixPowers(base, count).entries()) {
      const values = blockColumns(matrix);
      for (let column = 0; column < columns; column++) {
        const at = ((level * columns + column) * count + exponent) * 4;
        table.set(values.subarray(4 * column, 4 * column + 4), at);
      }
    }
  }
  return table;
}

/** Numbers with zeros after them, for a parameter of a fixed length. */
function padded(values: readonly number[], length: number): number[] {
  return [...values, ...Array.from({ length: length - values.length }, () => 0)];
}
