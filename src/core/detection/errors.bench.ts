import { packetTable } from "../estimation/window.bench.ts";
import { batchCase } from "../gpu/bench.ts";
import { BLOCK_BIT_ROWS, BLOCK_PACKETS } from "../preamble/blocks.ts";
import { BATCH_PACKETS, DATA_WORDS, PACKET_WORDS } from "../soqpsk/packet.ts";
import { createErrorCount } from "./errors.ts";

export const cases = [
  batchCase({
    name: `detection/errors ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (2 * DATA_WORDS * 4 + 20),
    batch: { jobs: BATCH_PACKETS, group: BLOCK_PACKETS, bytes: PACKET_WORDS * 4 },
    async prepare(device, memory, slots) {
      const packets = memory.constant("packets", packetTable(slots));
      const bits = memory.storage("bits", (slots / BLOCK_PACKETS) * BLOCK_BIT_ROWS * PACKET_WORDS * 4);
      const decisions = memory.storage("decisions", slots * PACKET_WORDS * 4);
      return { plan: await createErrorCount(device, { slots, packets, bits, decisions }) };
    },
  }),
];
