import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { frameBits } from "../../random/bits.reference.ts";
import { ldpcCode } from "./code.ts";
import { encode } from "./encoder.float64.ts";
import { createLdpcEncoder } from "./encoder.ts";

/** The timed batch of codewords. */
export const FRAMES = 8192;
export const code = ldpcCode("wimax-2304-1/2");
const row = wordsOf(code.length);

/** Information bits of some different frames; a batch repeats them. */
const frameRows = Array.from({ length: 8 }, (_, frame) => frameBits(frame, { length: code.information, seed: 1 }));
/** Their codewords. */
export const codewords = frameRows.map((bits) => encode(code, bits));

export const cases = [
  batchCase({
    name: `ldpc/encoder ${FRAMES} × ${code.length}`,
    bytes: FRAMES * (wordsOf(code.information) + row) * 4,
    batch: { jobs: FRAMES, group: codewords.length, bytes: row * 4 },
    async prepare(device, memory, frames) {
      const bits = tiled(device, memory, "information bits", pack(frameRows), frames / frameRows.length);
      const plan = await createLdpcEncoder(device, { code, frames, bits });
      const expected = (frame: number) => pack([codewords[frame % codewords.length]]);
      return { plan, check: { output: plan.code, words: true, row, width: 1, expected } };
    },
  }),
];
