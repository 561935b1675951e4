import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { slice } from "./slice.reference.ts";
import { createSlice } from "./slice.ts";

const ROWS = 1024;
/** Number of different rows. */
const OWN = 16;
const inputStride = 12_672;
const outputLength = 16384;
const sizes = { inputStride, first: -100, outputLength };

export const cases = [
  batchCase({
    name: `convolution/slice ${ROWS} × ${inputStride} samples into ${outputLength}`,
    bytes: ROWS * (inputStride + outputLength) * 8,
    batch: { jobs: ROWS, group: OWN, bytes: outputLength * 8 },
    async prepare(device, memory, rows) {
      const values = noise(1, 2 * OWN * inputStride);
      const input = tiled(device, memory, "samples", values, rows / OWN);
      const plan = await createSlice(device, { rows, ...sizes, input });
      const expected = (row: number) => slice(tiledRow(values, row, 2 * inputStride), { rows: 1, ...sizes });
      return { plan, check: { output: plan.output, row: 2 * outputLength, width: 2, expected } };
    },
  }),
];
