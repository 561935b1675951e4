import { batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { unpack, wordsOf } from "../gpu/rows.ts";
import { createUnpacking } from "./unpacking.ts";

const ROWS = 4096;
const LENGTH = 6144;
const STRIDE = wordsOf(LENGTH);
/** Different rows. */
const OWN = 16;

export const cases = [
  batchCase({
    name: `blocks/unpacking ${ROWS} × ${LENGTH} bits`,
    bytes: ROWS * (LENGTH + STRIDE) * 4,
    batch: { jobs: ROWS, group: OWN, bytes: 4 * LENGTH },
    async prepare(device, memory, rows) {
      const values = new Uint32Array(noise(1, OWN * STRIDE).buffer);
      const words = tiled(device, memory, "words", values, rows / OWN);
      const plan = await createUnpacking(device, { words, rows, length: LENGTH });
      const expected = (row: number) => unpack(values.subarray((row % OWN) * STRIDE), 1, LENGTH);
      return { plan, check: { output: plan.bits, words: true, row: LENGTH, width: 1, expected } };
    },
  }),
];
