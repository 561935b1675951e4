import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { pack, wordsOf } from "../gpu/rows.ts";
import { decide } from "./hard-decisions.reference.ts";
import { createHardDecisions } from "./hard-decisions.ts";

const FRAMES = 4096;
const LENGTH = 2304;
const ROWS = 16;

export const cases = [
  batchCase({
    name: `detection/hard-decisions ${FRAMES} × ${LENGTH}`,
    bytes: FRAMES * (LENGTH + wordsOf(LENGTH)) * 4,
    batch: { jobs: FRAMES, group: ROWS, bytes: LENGTH * 4 },
    async prepare(device, memory, frames) {
      const values = noise(5, ROWS * LENGTH);
      const llr = tiled(device, memory, "LLRs", values, frames / ROWS);
      const plan = await createHardDecisions(device, { length: LENGTH, frames, llr });
      const expected = (frame: number) => pack([decide(tiledRow(values, frame, LENGTH))]);
      return { plan, check: { output: plan.decisions, words: true, row: wordsOf(LENGTH), width: 1, expected } };
    },
  }),
];
