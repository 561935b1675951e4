import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { CHANNEL_TAPS } from "../estimation/span.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { decisionFeedbackTaps } from "./dfe-taps.reference.ts";
import { createDfeTaps } from "./dfe-taps.ts";
import { FORWARD_TAPS } from "./taps.ts";

const variance = Math.fround(0.05);
const feedback = 6;
/** A block's channels, each led by a strong path. */
const impulses = Float32Array.from({ length: BLOCK_PACKETS * 2 * CHANNEL_TAPS }, (_, i) => {
  return (0.7 * Math.cos(i * i)) / (1 + (i % (2 * CHANNEL_TAPS)));
});

export const cases = [
  batchCase({
    name: `equalizer/dfe-taps ${BATCH_PACKETS} × ${2 * FORWARD_TAPS} unknowns`,
    bytes: BATCH_PACKETS * (8 * (CHANNEL_TAPS + FORWARD_TAPS + feedback) + 4),
    batch: { jobs: BATCH_PACKETS, group: BLOCK_PACKETS, bytes: CHANNEL_TAPS * 8 },
    async prepare(device, memory, slots) {
      const impulse = tiled(device, memory, "channel estimates", impulses, slots / BLOCK_PACKETS);
      const noise = memory.constant("noise variances", new Float32Array(slots).fill(variance));
      const plan = await createDfeTaps(device, { slots, impulse, noise, feedback });
      const expected = (slot: number) =>
        decisionFeedbackTaps(Float64Array.from(tiledRow(impulses, slot, 2 * CHANNEL_TAPS)), variance, feedback).forward;
      return { plan, check: { output: plan.taps, row: 2 * FORWARD_TAPS, width: 2, expected } };
    },
  }),
];
