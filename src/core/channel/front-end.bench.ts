import { batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { applyFrontEnd } from "./front-end.reference.ts";
import { createFrontEnd } from "./front-end.ts";

const PACKETS = 2048;
const SLOT = 5120;
const SEED = 1;
/** A receiver whose clock is right, and one whose clock is 20 ppm off. */
const settings = [0, 2e-5].map((stretch) => ({ offset: 0.01, phase: 1, shift: 0, stretch, origin: 160 }));

export const cases = settings.map((each) =>
  batchCase({
    name: `channel/front-end ${PACKETS} × ${SLOT}${each.stretch ? ", resampled" : ""}`,
    bytes: PACKETS * 16 * SLOT,
    batch: { jobs: PACKETS, bytes: 8 * SLOT },
    async prepare(device, memory, packets) {
      const x = noise(3, 2 * SLOT);
      const samples = tiled(device, memory, "slots", x, packets);
      const plan = await createFrontEnd(device, { ...each, packets, slot: SLOT, samples, seed: SEED });
      plan.setNoiseVariance(0.5);
      const expected = (packet: number) => applyFrontEnd(x, packet, { ...each, noiseVariance: 0.5, seed: SEED });
      return { plan, check: { output: plan.output, row: 2 * SLOT, width: 2, expected } };
    },
  }),
);
