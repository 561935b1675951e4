import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { transmit } from "../../channel/bi-awgn.reference.ts";
import { decodeFrame } from "./decoder.float64.ts";
import { createLdpcDecoder } from "./decoder.ts";
import type { LdpcDecoding } from "./decoding.ts";
import { code, codewords, FRAMES } from "./encoder.bench.ts";

const row = wordsOf(code.information);
/** Received codewords at an Eb/N0 of 1.8 dB. */
const noiseVariance = 10 ** -0.18;
const received = codewords.map((bits, frame) => transmit(bits, frame, { noiseVariance, seed: 1 }).llr);

const decoders: LdpcDecoding[] = [
  { algorithm: "sum-product", iterations: 10, stop: "none" },
  { algorithm: "min-sum", iterations: 10, stop: "none" },
  { algorithm: "sum-product", iterations: 50, stop: "checks" },
  { algorithm: "min-sum", iterations: 50, stop: "checks" },
];

export const cases = decoders.map((decoding) => {
  const ended = decoding.stop === "none" ? `${decoding.iterations} iterations` : `at most ${decoding.iterations}`;
  return batchCase({
    name: `ldpc/decoder ${FRAMES} × ${code.length}, ${decoding.algorithm}, ${ended}`,
    bytes: FRAMES * (code.length + row) * 4,
    batch: { jobs: FRAMES, group: received.length, bytes: code.length * 4 },
    async prepare(device, memory, frames) {
      const values = Float32Array.from(received.flatMap((llr) => [...llr]));
      const llr = tiled(device, memory, "received LLRs", values, frames / received.length);
      const plan = await createLdpcDecoder(device, { ...decoding, code, frames, llr });
      const expected = (frame: number) => pack([decodeFrame(code, received[frame % received.length], decoding).bits]);
      return { plan, check: { output: plan.decisions, words: true, row, width: 1, expected } };
    },
  });
});
