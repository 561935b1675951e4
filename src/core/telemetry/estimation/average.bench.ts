import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { averageEstimates } from "./average.reference.ts";
import { createAverageEstimate } from "./average.ts";
import { CHANNEL_TAPS } from "./span.ts";
import { packetTable } from "./window.bench.ts";

const impulses = () => noise(1, BLOCK_PACKETS * CHANNEL_TAPS * 2);

export const cases = [
  batchCase({
    name: `estimation/average ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (2 * CHANNEL_TAPS * 8 + 24),
    batch: { jobs: BATCH_PACKETS, group: BLOCK_PACKETS, bytes: CHANNEL_TAPS * 8 },
    async prepare(device, memory, slots) {
      const plan = await createAverageEstimate(device, {
        slots,
        packets: memory.constant("packets", packetTable(slots)),
        impulse: tiled(device, memory, "channel estimates", impulses(), slots / BLOCK_PACKETS),
        noise: memory.constant("noise variances", new Float32Array(slots).fill(0.1)),
      });
      const packets = Array.from({ length: BLOCK_PACKETS }, (_, slot) => {
        return { impulse: tiledRow(impulses(), slot, 2 * CHANNEL_TAPS), noise: 0.1, lag: 0 };
      });
      const means = averageEstimates(packets).map(({ impulse }) => Float64Array.from(impulse));
      const expected = (slot: number) => means[slot % BLOCK_PACKETS];
      return { plan, check: { output: plan.impulse, row: 2 * CHANNEL_TAPS, width: 2, expected } };
    },
  }),
];
