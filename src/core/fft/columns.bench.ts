import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createColumnFft } from "./columns.ts";

const L = 128;
/** Matrices in 128 MiB. */
const BATCH = 1024;

export const cases: BenchCase[] = [
  {
    name: `fft/columns ${BATCH} × ${L} × ${L}`,
    bytes: BATCH * L * L * 16,
    async create(device) {
      const memory = allocate(device);
      const input = memory.storage("matrices", BATCH * L * L * 8);
      const plan = await createColumnFft(device, { batch: BATCH, rows: L, columns: L, input });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
