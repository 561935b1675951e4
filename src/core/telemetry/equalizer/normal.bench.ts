import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { normalEquations } from "./normal.float64.ts";
import { createNormalEquations } from "./normal.ts";
import { CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS } from "./taps.ts";

export const cases = [
  batchCase({
    name: `equalizer/normal ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (2 * CHANNEL_TAPS + EQUALIZER_TAPS) * 8,
    batch: { jobs: BATCH_PACKETS, group: BLOCK_PACKETS, bytes: EQUALIZER_TAPS * 8 },
    async prepare(device, memory, slots) {
      const impulses = noise(1, BLOCK_PACKETS * 2 * CHANNEL_TAPS);
      const impulse = tiled(device, memory, "channel estimates", impulses, slots / BLOCK_PACKETS);
      const plan = await createNormalEquations(device, { slots, impulse });
      const expected = (slot: number) => normalEquations(tiledRow(impulses, slot, 2 * CHANNEL_TAPS), 0).column;
      return { plan, check: { output: plan.column, row: 2 * CHANNEL_TAPS, width: 2, expected } };
    },
  }),
];
