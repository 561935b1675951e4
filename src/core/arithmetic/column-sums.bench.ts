import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createColumnSums } from "./column-sums.ts";

const ROWS = 256;
const COLUMNS = 2 ** 16;

export const cases: BenchCase[] = [
  {
    name: `arithmetic/column-sums ${ROWS} × ${COLUMNS}`,
    bytes: (ROWS + 1) * COLUMNS * 4,
    async create(device) {
      const memory = allocate(device);
      const x = memory.storage("matrix", ROWS * COLUMNS * 4);
      const plan = await createColumnSums(device, { x, rows: ROWS, columns: COLUMNS });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
