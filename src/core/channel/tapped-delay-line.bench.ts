import { batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { applyDelayLine } from "./tapped-delay-line.reference.ts";
import { createDelayLine } from "./tapped-delay-line.ts";

const PACKETS = 2048;
const [LENGTH, TAPS] = [4801, 35];
const slot = { length: 5120, lead: 160 };

export const cases = [
  batchCase({
    name: `channel/tapped-delay-line ${PACKETS} × ${slot.length}, ${TAPS} taps`,
    bytes: PACKETS * 8 * (LENGTH + slot.length),
    batch: { jobs: PACKETS, bytes: 8 * slot.length },
    async prepare(device, memory, packets) {
      const [x, g] = [noise(3, 2 * LENGTH), noise(4, 2 * TAPS)];
      const [samples, gains] = [x, g].map((values, i) =>
        tiled(device, memory, i ? "taps" : "packets", values, packets),
      );
      const plan = await createDelayLine(device, { packets, samples, length: LENGTH, slot, taps: TAPS, gains });
      const expected = () =>
        applyDelayLine(x, { gains: g, taps: TAPS, spacing: 1, slot: slot.length, lead: slot.lead });
      return { plan, check: { output: plan.output, row: 2 * slot.length, width: 2, expected } };
    },
  }),
];
