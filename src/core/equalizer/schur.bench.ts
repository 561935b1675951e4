import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { type SolverName, solvers } from "./solvers.ts";
import { CHANNEL_TAPS, EQUALIZER_TAPS } from "./taps.ts";

/** A batch's systems by one of the solvers. */
export function solverCase(name: SolverName): BenchCase {
  const { create, publishedMs } = solvers[name];
  const [systems, size, band] = [BATCH_PACKETS, EQUALIZER_TAPS, CHANNEL_TAPS];
  return {
    name: `equalizer/${name} ${systems} × ${size} unknowns`,
    bytes: systems * (band + 2 * size) * 8,
    published: publishedMs ? { ms: publishedMs, on: "Tesla K40c" } : undefined,
    async create(device) {
      const memory = allocate(device);
      const columns = Float32Array.from({ length: 2 * systems * band }, (_, i) => {
        const k = (i >> 1) % band;
        return k === 0 ? 4 * (1 - (i % 2)) : Math.cos(i * i) / (1 + k * k);
      });
      const column = memory.constant("first columns", columns);
      const right = memory.constant("right-hand sides", new Float32Array(2 * systems * size).fill(1));
      const plan = await create(device, { systems, size, band, column, right });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  };
}

export const cases = [solverCase("schur")];
