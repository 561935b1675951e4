import { packetTable } from "../estimation/window.bench.ts";
import { batchCase, tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BLOCK_FIRST_ROW, BLOCK_PACKETS } from "../blocks.ts";
import { bitsOf, bitWords } from "../soqpsk/modulator.bench.ts";
import { PACKET_WORDS } from "../packet.ts";
import { errorPositions } from "./error-positions.reference.ts";
import { createErrorPositions } from "./error-positions.ts";

/** Random decided bits of a block's packets, packed, unrelated to the transmitted bits. */
const decided = new Uint32Array(noise(2, BLOCK_PACKETS * PACKET_WORDS).buffer);
/** As many slots as the live figures use. */
const SLOTS = 2 * BLOCK_PACKETS;

export const cases = [
  batchCase({
    name: `detection/error-positions ${SLOTS} packets`,
    bytes: SLOTS * 2 * PACKET_WORDS * 4,
    async prepare(device, memory) {
      const packets = memory.constant("packets", packetTable(SLOTS));
      const bits = tiled(device, memory, "bits", bitWords, SLOTS / BLOCK_PACKETS);
      const decisions = tiled(device, memory, "decisions", decided, SLOTS / BLOCK_PACKETS);
      const plan = await createErrorPositions(device, { slots: SLOTS, packets, bits, decisions });
      const expected = () =>
        errorPositions(
          Array.from({ length: SLOTS }, (_, slot) => {
            const place = slot % BLOCK_PACKETS;
            const sent = bitsOf(bitWords, BLOCK_FIRST_ROW + place, BLOCK_FIRST_ROW + place + 1);
            return { decided: bitsOf(decided, place, place + 1), sent };
          }),
        );
      return { plan, check: { output: plan.errors, words: true, row: PACKET_WORDS, width: 1, expected } };
    },
  }),
];
