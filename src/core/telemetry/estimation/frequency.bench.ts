import { batchCase, tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BLOCK_LENGTH, BLOCK_PACKETS } from "../blocks.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { estimateFrequency } from "./frequency.float64.ts";
import { createFrequencyEstimate } from "./frequency.ts";
import { packetTable, startOf } from "./window.bench.ts";

export const cases = [
  batchCase({
    name: `estimation/frequency ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (192 * 8 + 16 + 4),
    published: { ms: 18, on: "Tesla K40c, all estimators" },
    batch: { jobs: BATCH_PACKETS, group: BLOCK_PACKETS, bytes: (BLOCK_LENGTH * 8) / BLOCK_PACKETS },
    async prepare(device, memory, slots) {
      const block = noise(1, 2 * BLOCK_LENGTH);
      const samples = tiled(device, memory, "samples", block, slots / BLOCK_PACKETS);
      const packets = memory.constant("packets", packetTable(slots));
      const plan = await createFrequencyEstimate(device, { slots, samples, packets, averaging: "packet" });
      const expected = (slot: number) => [estimateFrequency(Float64Array.from(block), startOf(slot))];
      return { plan, check: { output: plan.frequency, row: 1, width: 1, expected } };
    },
  }),
];
