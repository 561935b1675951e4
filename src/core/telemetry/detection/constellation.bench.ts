import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { BATCH_PACKETS, PACKET_BITS } from "../packet.ts";
import { constellation } from "./constellation.reference.ts";
import { createConstellation } from "./constellation.ts";

/** Points per packet in a figure of 32 packets. */
const POINTS = 96;

export const cases = [
  batchCase({
    name: `detection/constellation ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (PACKET_BITS * 8 + POINTS * 8 + 8),
    batch: { jobs: BATCH_PACKETS, group: BLOCK_PACKETS, bytes: PACKET_BITS * 8 },
    async prepare(device, memory, slots) {
      const block = noise(1, BLOCK_PACKETS * 2 * PACKET_BITS);
      const symbols = tiled(device, memory, "symbols", block, slots / BLOCK_PACKETS);
      const plan = await createConstellation(device, { slots, symbols, points: POINTS });
      const expected = (slot: number) => {
        const { mean, deviation } = constellation(tiledRow(block, slot, 2 * PACKET_BITS));
        return [mean, deviation];
      };
      return { plan, check: { output: plan.moments, row: 2, width: 1, expected } };
    },
  }),
];
