import { transmit } from "../../channel/bi-awgn.reference.ts";
import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { decodeLdpcFrame } from "./decoder.reference.ts";
import { createLdpcDecoder } from "./decoder.ts";
import type { LdpcDecoding } from "./decoding.ts";
import { LARGE, LOW_RATE, NR, SINGLE, WIMAX } from "./encoder.bench.ts";

/** LLRs of codewords over BPSK at an Eb/N0 in dB. */
const receive = ({ code, codewords }: typeof WIMAX, ebn0Db: number) => {
  const noiseVariance = (10 ** (-ebn0Db / 10) * code.length) / (2 * code.information);
  return codewords.map((bits, frame) => transmit(bits, frame, { noiseVariance, seed: 1 }).llr);
};

/** All frames of NR's codes are decoded after their iterations at these Eb/N0, so float32 and float64 decide alike. */
const received = new Map([
  [WIMAX, receive(WIMAX, 1.8)],
  [NR, receive(NR, 2.5)],
  [LARGE, receive(LARGE, 3)],
  [LOW_RATE, receive(LOW_RATE, 3)],
  [SINGLE, receive(SINGLE, 3)],
]);

const ten = { iterations: 10, stop: "none" } as const;
const five = { iterations: 5, stop: "none" } as const;
const most = { iterations: 50, stop: "checks" } as const;
const decoders: (readonly [typeof WIMAX, LdpcDecoding])[] = [
  [WIMAX, { algorithm: "sum-product", ...ten }],
  [WIMAX, { algorithm: "min-sum", ...ten }],
  [WIMAX, { algorithm: "sum-product", ...most }],
  [WIMAX, { algorithm: "min-sum", ...most }],
  [NR, { algorithm: "sum-product", ...ten }],
  [NR, { algorithm: "min-sum", ...ten }],
  [NR, { algorithm: "min-sum", schedule: "flooding", ...ten }],
  [LARGE, { algorithm: "sum-product", ...ten }],
  [LARGE, { algorithm: "min-sum", ...ten }],
  [LOW_RATE, { algorithm: "sum-product", ...five }],
  [LOW_RATE, { algorithm: "min-sum", ...five }],
  [SINGLE, { algorithm: "min-sum", ...five }],
];

export const cases = decoders.map(([timed, decoding]) => {
  const { code, frames: batch, text } = timed;
  const rows = received.get(timed) as Float64Array[];
  const row = wordsOf(code.information);
  const ended = decoding.stop === "none" ? `${decoding.iterations} iterations` : `at most ${decoding.iterations}`;
  const rule = decoding.schedule ? `${decoding.schedule} ${decoding.algorithm}` : decoding.algorithm;
  return batchCase({
    name: `ldpc/decoder ${batch} × ${text}, ${rule}, ${ended}`,
    bytes: batch * (code.length + row) * 4,
    batch: { jobs: batch, group: rows.length, bytes: code.length * 4 },
    async prepare(device, memory, frames) {
      const values = Float32Array.from(rows.flatMap((llr) => [...llr]));
      const llr = tiled(device, memory, "received LLRs", values, frames / rows.length);
      const plan = await createLdpcDecoder(device, { ...decoding, code, frames, llr });
      const expected = (frame: number) => pack([decodeLdpcFrame(code, rows[frame % rows.length], decoding).bits]);
      return { plan, check: { output: plan.decisions, words: true, row, width: 1, expected } };
    },
  });
});
