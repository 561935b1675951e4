import { tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import type { TunedWork } from "../../gpu/tuned-work.ts";
import { TAIL } from "./code.ts";
import { createViterbiDecoder } from "./decoder.ts";
import { overlapOf, usualConvolutionalWindows } from "./decoding.ts";

/** Information bits of a frame. */
const LENGTH = 8192;

export const viterbiWork: TunedWork = {
  jobs: 1024,
  async create(device, { memory, keep }, frames) {
    const received = noise(1, 2 * (LENGTH + TAIL)).map((value) => 8 * value);
    const llr = tiled(device, memory, "received LLRs", received, frames);
    const windows = usualConvolutionalWindows(LENGTH);
    const sizes = { frames, length: LENGTH, windows, overlap: overlapOf("1/2") };
    const plan = await keep(createViterbiDecoder(device, { ...sizes, llr }));
    return { stages: [plan], results: [plan.decisions] };
  },
};
