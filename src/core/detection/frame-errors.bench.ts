import { batchCase, tiled } from "../gpu/bench.ts";
import { pack, wordsOf } from "../gpu/rows.ts";
import { FRAMES, frameRows, LENGTH } from "../random/bits.bench.ts";
import { countErrors } from "./frame-errors.reference.ts";
import { createFrameErrors } from "./frame-errors.ts";

const decidedRows = frameRows.map((row, i) => row.map((bit, k) => bit ^ Number(k % 1000 < i)));

export const cases = [
  batchCase({
    name: `detection/frame-errors ${FRAMES} × ${LENGTH}`,
    bytes: FRAMES * (2 * wordsOf(LENGTH) + 1) * 4,
    batch: { jobs: FRAMES, group: frameRows.length, bytes: wordsOf(LENGTH) * 4 },
    async prepare(device, memory, frames) {
      const copies = frames / frameRows.length;
      const bits = tiled(device, memory, "information bits", pack(frameRows), copies);
      const decisions = tiled(device, memory, "decisions", pack(decidedRows), copies);
      const plan = await createFrameErrors(device, { length: LENGTH, frames, bits, decisions });
      const expected = (frame: number) => {
        const i = frame % frameRows.length;
        return [countErrors(decidedRows[i], frameRows[i])];
      };
      return { plan, check: { output: plan.errors, words: true, row: 1, width: 1, expected } };
    },
  }),
];
