import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { frameBits } from "../../random/bits.reference.ts";
import { codedBits } from "./code.ts";
import { encodeConvolutional } from "./encoder.float64.ts";
import { createConvolutionalEncoder } from "./encoder.ts";

/** SERVICE and a PSDU of 1458 octets. */
export const LENGTH = 16 + 8 * 1458;
export const FRAMES = 8192;
/** Different frames of information bits. A batch repeats them. */
export const frameRows = Array.from({ length: 8 }, (_, frame) => frameBits(frame, { length: LENGTH, seed: 1 }));
/** Their codewords. */
export const codedRows = frameRows.map(encodeConvolutional);

const row = wordsOf(codedBits(LENGTH));

export const cases = [
  batchCase({
    name: `convolutional/encoder ${FRAMES} × ${LENGTH}`,
    bytes: FRAMES * (wordsOf(LENGTH) + row) * 4,
    batch: { jobs: FRAMES, group: frameRows.length, bytes: row * 4 },
    async prepare(device, memory, frames) {
      const bits = tiled(device, memory, "information bits", pack(frameRows), frames / frameRows.length);
      const plan = await createConvolutionalEncoder(device, { length: LENGTH, frames, bits });
      const expected = (frame: number) => pack([codedRows[frame % codedRows.length]]);
      return { plan, check: { output: plan.code, words: true, row, width: 1, expected } };
    },
  }),
];
