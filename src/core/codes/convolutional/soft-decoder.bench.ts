import { transmit } from "../../channel/bi-awgn.reference.ts";
import { batchCase, tiled } from "../../gpu/bench.ts";
import { codedBits } from "./code.ts";
import { overlapOf, usualSoftWindows } from "./decoding.ts";
import { codedRows, LENGTH } from "./encoder.bench.ts";
import { createSoftConvolutionalDecoder } from "./soft-decoder.ts";
import { posteriors } from "./soft-decoder.reference.ts";

const FRAMES = 2048;
const coded = codedBits(LENGTH);
/** Received frames at an Eb/N0 of 4 dB. */
const received = codedRows
  .slice(0, 2)
  .map((code, frame) => transmit(code, frame, { noiseVariance: 10 ** -0.4, seed: 1 }).llr);

export const cases = [false, true].map((codeword) =>
  batchCase({
    name: `convolutional/soft-decoder ${FRAMES} × ${LENGTH}, ${usualSoftWindows(LENGTH)} windows${codeword ? ", LLRs of codewords" : ""}`,
    bytes: FRAMES * (coded + LENGTH + (codeword ? coded : 0)) * 4,
    batch: { jobs: FRAMES, group: received.length, bytes: coded * 4 },
    async prepare(device, memory, frames) {
      const values = Float32Array.from(received.flatMap((llr) => [...llr]));
      const llr = tiled(device, memory, "received LLRs", values, frames / received.length);
      const config = { length: LENGTH, windows: usualSoftWindows(LENGTH), overlap: overlapOf("1/2") };
      const plan = await createSoftConvolutionalDecoder(device, { ...config, frames, llr, codeword });
      const decoded = (frame: number) => posteriors(received[frame % received.length]);
      if (plan.codeword) {
        const output = plan.codeword;
        return { plan, check: { output, row: coded, width: 1, expected: (frame) => decoded(frame).codeword } };
      }
      const expected = (frame: number) => decoded(frame).information;
      return { plan, check: { output: plan.posterior, row: LENGTH, width: 1, expected } };
    },
  }),
);
