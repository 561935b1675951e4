import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { readFloats } from "../gpu/readback.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { solveToeplitz } from "./lu.reference.ts";
import { type SolverName, solvers } from "./solvers.ts";
import { CHANNEL_TAPS, EQUALIZER_TAPS } from "./taps.ts";

const sizes = { systems: BATCH_PACKETS, size: EQUALIZER_TAPS, band: CHANNEL_TAPS };
const { systems, size, band } = sizes;
/** Systems whose solutions are looked at. */
const CHECKED = [0, 1, 1551, 3103];

/** A batch's systems, positive definite by their diagonals. */
function equations() {
  const columns = Float32Array.from({ length: 2 * systems * band }, (_, i) => {
    const k = (i >> 1) % band;
    return k === 0 ? 8 * (1 - (i % 2)) : Math.cos(i * i) / (1 + k);
  });
  const rights = Float32Array.from({ length: 2 * systems * size }, (_, i) => Math.sin(i));
  return { columns, rights };
}

/** That batch by one of the solvers. */
export function solverCase(name: SolverName): BenchCase {
  const { create, publishedMs } = solvers[name];
  const prepare = async (device: GPUDevice) => {
    const memory = allocate(device);
    const { columns, rights } = equations();
    const [column, right] = [memory.constant("first columns", columns), memory.constant("right-hand sides", rights)];
    const plan = await create(device, { ...sizes, column, right });
    const destroy = () => {
      plan.destroy();
      memory.release();
    };
    return { ...plan, destroy };
  };
  return {
    name: `equalizer/${name} ${systems} × ${size} unknowns`,
    bytes: systems * (band + 2 * size) * 8,
    published: publishedMs ? { ms: publishedMs, on: "Tesla K40c" } : undefined,
    create: prepare,
    async error({ device }) {
      const plan = await prepare(device);
      const encoder = device.createCommandEncoder();
      plan.encode(encoder);
      device.queue.submit([encoder.finish()]);
      const x = await readFloats(device, plan.solution, 2 * systems * size);
      plan.destroy();
      const { columns, rights } = equations();
      const row = (values: Float32Array, s: number, length: number) =>
        Float64Array.from(values.subarray(2 * s * length, 2 * (s + 1) * length));
      const errors = CHECKED.map((s) => {
        const expected = solveToeplitz(row(columns, s, band), row(rights, s, size));
        const difference = row(x, s, size).map((value, i) => value - expected[i]);
        return Math.max(...difference.map(Math.abs)) / (Math.hypot(...expected) / Math.sqrt(size));
      });
      return Math.max(...errors);
    },
  };
}

export const cases = [solverCase("schur")];
