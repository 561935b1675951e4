import { transmit } from "../../channel/bi-awgn.reference.ts";
import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { frameBits } from "../../random/bits.reference.ts";
import { encodeBy } from "./encoder.float64.ts";
import { generatorCode } from "./generators.ts";
import { createLogMapDecoder, logMapBytes } from "./log-map-decoder.ts";

const FRAMES = 4096;

export const cases = ["5,7", "133,171", "561,753"].map((generators) => {
  const code = generatorCode(`convolutional:${generators}:1022`);
  const { information, length } = code;
  const rows = Array.from({ length: 4 }, (_, frame) => frameBits(frame, { length: information, seed: 1 }));
  return batchCase({
    name: `convolutional/log-map-decoder ${FRAMES} × ${information}, ${generators}, LLRs of codewords`,
    bytes: FRAMES * (8 * length + wordsOf(information) * 4),
    batch: { jobs: FRAMES, group: rows.length, bytes: logMapBytes(code) },
    async prepare(device, memory, frames) {
      // An Eb/N0 of 10 dB: the decided bits are the sent ones.
      const received = rows.map(
        (bits, frame) => transmit(encodeBy(code.generators, bits), frame, { noiseVariance: 0.1, seed: 1 }).llr,
      );
      const values = Float32Array.from(received.flatMap((llr) => [...llr]));
      const llr = tiled(device, memory, "received LLRs", values, frames / rows.length);
      const plan = await createLogMapDecoder(device, { code, frames, llr, codeword: true });
      const expected = (frame: number) => pack([rows[frame % rows.length]]);
      return { plan, check: { output: plan.decisions, words: true, row: wordsOf(information), width: 1, expected } };
    },
  });
});
