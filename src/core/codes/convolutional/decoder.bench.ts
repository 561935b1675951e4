import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { transmit } from "../../channel/bi-awgn.reference.ts";
import { codedBits } from "./code.ts";
import { decode } from "./decoder.reference.ts";
import { createViterbiDecoder } from "./decoder.ts";
import { overlapOf } from "./decoding.ts";
import { codedRows, FRAMES, LENGTH } from "./encoder.bench.ts";

const coded = codedBits(LENGTH);
const row = wordsOf(LENGTH);
/** Received frames at an Eb/N0 of 4 dB. */
const received = codedRows.map((code, frame) => transmit(code, frame, { noiseVariance: 10 ** -0.4, seed: 1 }).llr);

/** The timed batch in windows of several lengths, and one frame alone in its usual and in its shortest windows. */
const sizes = [
  { frames: FRAMES, windows: 46 },
  { frames: FRAMES, windows: 23 },
  { frames: FRAMES, windows: 12 },
  { frames: FRAMES, windows: 6 },
  { frames: 1, windows: 23 },
  { frames: 1, windows: 365 },
];

export const cases = sizes.map(({ frames: jobs, windows }) =>
  batchCase({
    name: `convolutional/decoder ${jobs} × ${LENGTH}, ${windows} windows`,
    bytes: jobs * (coded + row) * 4,
    batch: { jobs, group: Math.min(jobs, received.length), bytes: coded * 4 },
    async prepare(device, memory, frames) {
      const distinct = received.slice(0, frames);
      const values = Float32Array.from(distinct.flatMap((llr) => [...llr]));
      const llr = tiled(device, memory, "received LLRs", values, frames / distinct.length);
      const config = { length: LENGTH, windows, overlap: overlapOf("1/2") };
      const plan = await createViterbiDecoder(device, { ...config, frames, llr });
      const expected = (frame: number) => pack([decode(received[frame % received.length]).bits]);
      return { plan, check: { output: plan.decisions, words: true, row, width: 1, expected } };
    },
  }),
);
