import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { loopGains } from "../detection/loop.ts";
import { BATCH_PACKETS, PACKET_BITS, PACKET_WORDS } from "../packet.ts";
import { decideWithFeedback } from "./dfe.reference.ts";
import { createFeedbackDetector } from "./dfe.ts";
import { packed } from "./lms.bench.ts";

const feedback = {
  bits: [0.4, -0.2, 0.1, 0.05, -0.02, 0.01],
  products: [0.05, -0.03, 0.02, 0.01],
};
const pairs = feedback.bits.flatMap((b, j) => [b, feedback.products[j] ?? 0]);
const bits = feedback.bits.length;

export const cases = [
  batchCase({
    name: `equalizer/dfe ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (PACKET_BITS * 8 + PACKET_WORDS * 4),
    batch: { jobs: BATCH_PACKETS, group: BLOCK_PACKETS, bytes: PACKET_BITS * 8 },
    async prepare(device, memory, slots) {
      const block = noise(1, BLOCK_PACKETS * 2 * PACKET_BITS).map((value) => Math.sign(value) + 0.3 * value);
      const plan = await createFeedbackDetector(device, {
        slots,
        filtered: tiled(device, memory, "filtered packets", block, slots / BLOCK_PACKETS),
        feedback: tiled(device, memory, "feedback", Float32Array.from(pairs), slots),
        bits,
      });
      const expected = (slot: number) =>
        packed(decideWithFeedback(tiledRow(block, slot, 2 * PACKET_BITS), feedback, loopGains()).bits);
      return { plan, check: { output: plan.decisions, words: true, row: PACKET_WORDS, width: 1, expected } };
    },
  }),
];
