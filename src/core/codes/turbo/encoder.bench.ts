import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { FRAMES, frameRows, LENGTH } from "../../random/bits.bench.ts";
import { encodeTurbo } from "./encoder.reference.ts";
import { createTurboEncoder } from "./encoder.ts";
import { frameOf } from "./frame.ts";

const { bitWords, codedBits } = frameOf("turbo/encoder", LENGTH);
const row = wordsOf(codedBits);
/** The codewords of `frameRows`. */
export const codedRows = frameRows.map(encodeTurbo);

export const cases = [
  batchCase({
    name: `turbo/encoder ${FRAMES} × ${LENGTH}`,
    bytes: FRAMES * (bitWords + row) * 4,
    batch: { jobs: FRAMES, group: frameRows.length, bytes: row * 4 },
    async prepare(device, memory, frames) {
      const bits = tiled(device, memory, "information bits", pack(frameRows), frames / frameRows.length);
      const plan = await createTurboEncoder(device, { length: LENGTH, frames, bits });
      const expected = (frame: number) => pack([codedRows[frame % codedRows.length]]);
      return { plan, check: { output: plan.code, words: true, row, width: 1, expected } };
    },
  }),
];
