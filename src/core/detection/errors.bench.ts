import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BLOCK_BIT_ROWS, BLOCK_PACKETS } from "../preamble/blocks.ts";
import { BATCH_PACKETS, DATA_WORDS, PACKET_WORDS } from "../soqpsk/packet.ts";
import { createErrorCount } from "./errors.ts";

export const cases: BenchCase[] = [
  {
    name: `detection/errors ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (2 * DATA_WORDS * 4 + 20),
    async create(device) {
      const slots = BATCH_PACKETS;
      const memory = allocate(device);
      const packets = memory.constant("packets", new Int32Array(slots * 4).fill(1));
      const bits = memory.storage("bits", (slots / BLOCK_PACKETS) * BLOCK_BIT_ROWS * PACKET_WORDS * 4);
      const decisions = memory.storage("decisions", slots * PACKET_WORDS * 4);
      const plan = await createErrorCount(device, { slots, packets, bits, decisions });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
