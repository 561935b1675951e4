import type { BenchCase } from "../../gpu/bench.ts";
import { sequence } from "../../gpu/timing.ts";
import { createMimoChain } from "./chain.ts";
import { mimoFrame, MIMO, sizesOf } from "./experiment.ts";
import { SIONNA } from "./testing.ts";

const config = MIMO.parse({ ...SIONNA, outer: "1,2,3" });
/** At Eb/N0 = −7 dB. */
const SNR_DB = 10 * Math.log10(8) - 7;
const FRAMES = 1024;

const { uses, codewords, coded } = mimoFrame(config);
const { antennas } = sizesOf(config);
/** Bytes of a frame that each outer iteration must move: R and z for the detector, LLRs and priors between it and the decoder. */
const perPass = 8 * uses * antennas * (antennas + 1) + 4 * 4 * codewords * coded;

/** Detector and decoder for a number of outer iterations, without the link before them. */
export const cases: BenchCase[] = [1, 2, 3].map((outer) => ({
  name: `mimo/experiment/receiver ${FRAMES} frames of 4 × 1152 bits, ${outer} outer`,
  bytes: FRAMES * outer * perPass,
  batch: { jobs: FRAMES, bytes: 8 * uses * antennas * 16 },
  async create(device, frames) {
    const chain = await createMimoChain(device, config, frames);
    chain.setPage({ firstFrame: 0, snrDb: SNR_DB });
    await chain.run();
    const { destroy, branches } = chain;
    return { ...sequence("MIMO receiver", branches[0].passes.slice(0, outer).flat()), destroy };
  },
}));
