import { tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import type { TunedWork } from "../../gpu/tuned-work.ts";
import { ldpcCode } from "./code.ts";
import { createLdpcDecoder } from "./decoder.ts";

/** Frames that differ from each other. */
const OWN = 8;

/** Ten iterations of codewords of WiMAX. */
export const ldpcWork: TunedWork = {
  jobs: 512,
  async create(device, { memory, keep }, jobs) {
    const code = ldpcCode("wimax-2304-1/2");
    const received = noise(1, OWN * code.length).map((value) => 8 * value);
    const llr = tiled(device, memory, "received LLRs", received, jobs);
    const decoding = { algorithm: "sum-product", iterations: 10, stop: "none" } as const;
    const plan = await keep(createLdpcDecoder(device, { ...decoding, code, frames: OWN * jobs, llr }));
    return { stages: [plan], results: [plan.decisions] };
  },
};
