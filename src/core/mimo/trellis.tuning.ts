import { tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import type { TunedWork } from "../gpu/tuned-work.ts";
import { createTrellisDetector } from "./trellis.ts";

/** Channel uses that differ from each other, and antennas. */
const [OWN, ANTENNAS] = [256, 4];

/** MTT of 4 × 4 antennas with 16-QAM. */
export const trellisWork: TunedWork = {
  jobs: 256,
  async create(device, { memory, keep }, jobs) {
    const channel = tiled(device, memory, "channel", noise(1, 2 * OWN * ANTENNAS ** 2), jobs);
    const received = tiled(device, memory, "received", noise(2, 2 * OWN * ANTENNAS), jobs);
    const sizes = { antennas: ANTENNAS, bitsPerSymbol: 4, uses: OWN * jobs, passes: "multiple" } as const;
    const plan = await keep(createTrellisDetector(device, { ...sizes, channel, received }));
    return { stages: [plan], results: [plan.llr] };
  },
};
