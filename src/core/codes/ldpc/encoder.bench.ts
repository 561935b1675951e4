import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { frameBits } from "../../random/bits.reference.ts";
import { type LdpcCode, ldpcCode } from "./code.ts";
import { encodeLdpc } from "./encoder.reference.ts";
import { createLdpcEncoder } from "./encoder.ts";

/** A timed batch of codewords. */
interface TimedCode {
  code: LdpcCode;
  frames: number;
  /** The code in the case's name. */
  text: string | number;
  /** Information bits of some different frames; a batch repeats them. */
  frameRows: number[][];
  codewords: number[][];
}

const timed = (name: string, frames: number, text?: number): TimedCode => {
  const code = ldpcCode(name);
  const frameRows = Array.from({ length: Math.min(frames, 8) }, (_, frame) =>
    frameBits(frame, { length: code.information, seed: 1 }),
  );
  return { code, frames, text: text ?? name, frameRows, codewords: frameRows.map((bits) => encodeLdpc(code, bits)) };
};

export const [WIMAX, NR, LARGE, LOW_RATE, SINGLE] = [
  timed("wimax-2304-1/2", 8192, 2304),
  timed("nr-ldpc-2304-1/2", 8192),
  timed("nr-ldpc:8448:12672", 1024),
  // Rate 1/3: 26,112 bits with the 768 that are not sent.
  timed("nr-ldpc:8448:25344", 4096),
  timed("nr-ldpc:8448:25344", 1),
];

export const cases = [WIMAX, NR, LARGE, LOW_RATE].map(({ code, frames: batch, text, frameRows, codewords }) => {
  const row = wordsOf(code.length);
  return batchCase({
    name: `ldpc/encoder ${batch} × ${text}`,
    bytes: batch * (wordsOf(code.information) + row) * 4,
    batch: { jobs: batch, group: codewords.length, bytes: row * 4 },
    async prepare(device, memory, frames) {
      const bits = tiled(device, memory, "information bits", pack(frameRows), frames / frameRows.length);
      const plan = await createLdpcEncoder(device, { code, frames, bits });
      const expected = (frame: number) => pack([codewords[frame % codewords.length]]);
      return { plan, check: { output: plan.code, words: true, row, width: 1, expected } };
    },
  });
});
