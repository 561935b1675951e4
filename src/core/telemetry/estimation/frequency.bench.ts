import { batchCase, tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BLOCK_LENGTH, BLOCK_PACKETS } from "../blocks.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { estimateFrequency } from "./frequency.float64.ts";
import { createFrequencyEstimate, BLOCK_BUFFERS } from "./frequency.ts";
import { packetTable, pageBatch, startOf } from "./window.bench.ts";

export const cases = [
  batchCase({
    name: `estimation/frequency ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (192 * 8 + 16 + 4),
    published: { ms: 18, on: "Tesla K40c, all estimators" },
    batch: { ...pageBatch, bytes: pageBatch.bytes / BLOCK_BUFFERS },
    async prepare(device, memory, slots) {
      const block = noise(1, 2 * BLOCK_LENGTH);
      const blocks = slots / BLOCK_PACKETS;
      const held = Math.ceil(blocks / BLOCK_BUFFERS);
      const samples = Array.from({ length: Math.ceil(blocks / held) }, (_, i) =>
        tiled(device, memory, "samples", block, Math.min(held, blocks - i * held)),
      );
      const packets = memory.constant("packets", packetTable(slots));
      const plan = await createFrequencyEstimate(device, { slots, samples, held, packets, averaging: "packet" });
      const expected = (slot: number) => [estimateFrequency(Float64Array.from(block), startOf(slot))];
      return { plan, check: { output: plan.frequency, row: 1, width: 1, expected } };
    },
  }),
];
