import { batchCase, tiled } from "../gpu/bench.ts";
import { columnSums } from "./column-sums.reference.ts";
import { createColumnSums } from "./column-sums.ts";

const ROWS = 256;
const COLUMNS = 2 ** 16;
/** Different rows. */
const OWN = 8;

export const cases = [
  batchCase({
    name: `arithmetic/column-sums ${ROWS} × ${COLUMNS}`,
    bytes: (ROWS + 1) * COLUMNS * 4,
    batch: { jobs: 1, bytes: ROWS * COLUMNS * 4 },
    async prepare(device, memory) {
      const rows = Float32Array.from({ length: OWN * COLUMNS }, (_, i) => Math.sin(i * i));
      const x = tiled(device, memory, "matrix", rows, ROWS / OWN);
      const plan = await createColumnSums(device, { x, rows: ROWS, columns: COLUMNS });
      const expected = () => columnSums(Float64Array.from(rows), COLUMNS).map((sum) => (ROWS / OWN) * sum);
      return { plan, check: { output: plan.y, row: COLUMNS, width: 1, expected } };
    },
  }),
];
