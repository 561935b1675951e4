import { packetTable } from "../estimation/window.bench.ts";
import { batchCase, tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BLOCK_FIRST_ROW, BLOCK_PACKETS } from "../blocks.ts";
import { bitsOf, bitWords } from "../soqpsk/modulator.bench.ts";
import { BATCH_PACKETS, DATA_WORDS, PACKET_WORDS } from "../packet.ts";
import { countErrors } from "./errors.reference.ts";
import { createErrorCount } from "./errors.ts";

/** Random decided bits of a block's packets, packed, unrelated to the transmitted bits. */
const decided = new Uint32Array(noise(2, BLOCK_PACKETS * PACKET_WORDS).buffer);

export const cases = [
  batchCase({
    name: `detection/errors ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (2 * DATA_WORDS * 4 + 20),
    batch: { jobs: BATCH_PACKETS, group: BLOCK_PACKETS, bytes: PACKET_WORDS * 4 },
    async prepare(device, memory, slots) {
      const blocks = slots / BLOCK_PACKETS;
      const packets = memory.constant("packets", packetTable(slots));
      const bits = tiled(device, memory, "bits", bitWords, blocks);
      const decisions = tiled(device, memory, "decisions", decided, blocks);
      const plan = await createErrorCount(device, { slots, packets, bits, decisions });
      const expected = (slot: number) => {
        const place = slot % BLOCK_PACKETS;
        const sent = bitsOf(bitWords, BLOCK_FIRST_ROW + place, BLOCK_FIRST_ROW + place + 1);
        return [countErrors(bitsOf(decided, place, place + 1), sent)];
      };
      return { plan, check: { output: plan.errors, words: true, row: 1, width: 1, expected } };
    },
  }),
];
