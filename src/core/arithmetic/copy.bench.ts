import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { createCopy } from "./copy.ts";

const [ROWS, ROW] = [512, 2 ** 16];

export const cases = [
  batchCase({
    name: "arithmetic/copy 128 MiB",
    bytes: 2 * ROWS * ROW * 4,
    batch: { jobs: ROWS, bytes: ROW * 4 },
    async prepare(device, memory, rows) {
      const values = noise(1, ROW);
      const plan = await createCopy(device, { x: tiled(device, memory, "source", values, rows), length: rows * ROW });
      return { plan, check: { output: plan.y, row: ROW, width: 1, expected: (row) => tiledRow(values, row, ROW) } };
    },
  }),
];
