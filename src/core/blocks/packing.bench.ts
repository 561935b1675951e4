import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { pack, wordsOf } from "../gpu/rows.ts";
import { createPacking } from "./packing.ts";

const ROWS = 4096;
const LENGTH = 6144;
/** Different rows. */
const OWN = 16;

export const cases = [
  batchCase({
    name: `blocks/packing ${ROWS} × ${LENGTH} bits`,
    bytes: ROWS * (LENGTH + wordsOf(LENGTH)) * 4,
    batch: { jobs: ROWS, group: OWN, bytes: 4 * LENGTH },
    async prepare(device, memory, rows) {
      const values = Uint32Array.from(noise(1, OWN * LENGTH), (value) => Number(value > 0));
      const bits = tiled(device, memory, "bits", values, rows / OWN);
      const plan = await createPacking(device, { bits, rows, length: LENGTH });
      const expected = (row: number) => pack([tiledRow(values, row, LENGTH)]);
      return { plan, check: { output: plan.words, words: true, row: wordsOf(LENGTH), width: 1, expected } };
    },
  }),
];
