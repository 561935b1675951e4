import { type BenchCase, batchCase, tiledRow } from "../../gpu/bench.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { solveToeplitz } from "./lu.float64.ts";
import { type SolverName, solvers } from "./solvers.ts";
import { CHANNEL_TAPS as band } from "../estimation/span.ts";
import { EQUALIZER_TAPS as size } from "./taps.ts";

/** Different systems, positive definite by their diagonals. */
function equations(systems: number) {
  const columns = Float32Array.from({ length: 2 * systems * band }, (_, i) => {
    const k = (i >> 1) % band;
    return k === 0 ? 8 * (1 - (i % 2)) : Math.cos(i * i) / (1 + k);
  });
  const rights = Float32Array.from({ length: 2 * systems * size }, (_, i) => Math.sin(i));
  return { columns, rights };
}

/** A batch of such systems by one of the solvers. */
export function solverCase(name: SolverName): BenchCase {
  const { create, publishedMs } = solvers[name];
  return batchCase({
    name: `equalizer/${name} ${BATCH_PACKETS} × ${size} unknowns`,
    bytes: BATCH_PACKETS * (band + 2 * size) * 8,
    published: publishedMs ? { ms: publishedMs, on: "Tesla K40c" } : undefined,
    batch: { jobs: BATCH_PACKETS, bytes: size * 8 },
    async prepare(device, memory, systems) {
      const { columns, rights } = equations(systems);
      const column = memory.constant("first columns", columns);
      const right = memory.constant("right-hand sides", rights);
      const plan = await create(device, { systems, size, band, column, right });
      const expected = (system: number) =>
        solveToeplitz(tiledRow(columns, system, 2 * band), tiledRow(rights, system, 2 * size));
      return { plan, check: { output: plan.solution, row: 2 * size, width: 2, expected } };
    },
  });
}

export const cases = [solverCase("schur")];
