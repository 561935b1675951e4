import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { FRAMES, LENGTH } from "../../random/bits.bench.ts";
import { transmit } from "../../channel/bi-awgn.reference.ts";
import { decodeTurboFrame } from "./decoder.float64.ts";
import { createTurboDecoder } from "./decoder.ts";
import { codedRows } from "./encoder.bench.ts";

const row = wordsOf(LENGTH);
const [{ length: coded }] = codedRows;
/** Received codewords at an Eb/N0 of 1.8 dB. */
const received = codedRows.map((code, frame) => transmit(code, frame, { noiseVariance: 1, seed: 1 }).llr);

interface Timed {
  stages: number;
  algorithm: string;
  /** Default {@link FRAMES}. */
  frames?: number;
  mbits?: number;
  stop?: string;
  codeword?: boolean;
}

/** Six iterations of one codeword, windows of `stages`: M. Wu, Rice 2010, table 5.3, in Mbit/s. */
const decoders = [
  { stages: 32, algorithm: "max-log", mbits: 7.97 },
  { stages: 32, algorithm: "log-map", mbits: 5.99 },
  { stages: 64, algorithm: "max-log", mbits: 5.64 },
  { stages: 64, algorithm: "log-map", mbits: 4.33 },
  { stages: 64, algorithm: "max-log", stop: "sign" },
  { stages: 128, algorithm: "max-log", mbits: 2.91 },
  { stages: 128, algorithm: "log-map", mbits: 1.97 },
  { stages: 768, algorithm: "max-log" },
  { stages: LENGTH / 4, algorithm: "max-log" },
  { stages: LENGTH / 2, algorithm: "max-log" },
  { stages: LENGTH, algorithm: "max-log" },
  { stages: LENGTH, algorithm: "log-map" },
  { stages: LENGTH, algorithm: "max-log", frames: 1 },
  { stages: 64, algorithm: "max-log", frames: 1 },
  { stages: 64, algorithm: "max-log", codeword: true },
  { stages: 64, algorithm: "log-map", codeword: true },
] as const satisfies Timed[];

export const cases = decoders.map(({ stages, algorithm, ...more }) => {
  const stop = "stop" in more ? more.stop : "none";
  const decoding = { length: LENGTH, windows: LENGTH / stages, algorithm, scale: 0.75, iterations: 6, stop } as const;
  const codeword = "codeword" in more;
  const batch = "frames" in more ? more.frames : FRAMES;
  const ended = stop === "none" ? "6 iterations" : "at most 6 iterations";
  return batchCase({
    name: `turbo/decoder ${batch} × ${LENGTH}, ${algorithm}, windows of ${stages}, ${ended}${codeword ? ", LLRs of codewords" : ""}`,
    bytes: batch * (coded + row + (codeword ? coded : 0)) * 4,
    batch: { jobs: batch, group: Math.min(batch, received.length), bytes: coded * 4 },
    published:
      "mbits" in more
        ? { ms: (batch * LENGTH) / (1e3 * more.mbits), on: `Tesla C1060, from ${more.mbits} Mbit/s` }
        : undefined,
    async prepare(device, memory, frames) {
      const distinct = received.slice(0, frames);
      const values = Float32Array.from(distinct.flatMap((llr) => [...llr]));
      const llr = tiled(device, memory, "received LLRs", values, frames / distinct.length);
      const plan = await createTurboDecoder(device, { ...decoding, frames, llr, codeword });
      const decoded = (frame: number) => decodeTurboFrame(received[frame % received.length], decoding);
      if (plan.codeword) {
        const output = plan.codeword;
        return { plan, check: { output, row: coded, width: 1, expected: (frame) => decoded(frame).codeword } };
      }
      const expected = (frame: number) => pack([decoded(frame).bits]);
      return { plan, check: { output: plan.decisions, words: true, row, width: 1, expected } };
    },
  });
});
