import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BATCH_PACKETS, PACKET_BITS, PACKET_WORDS } from "../soqpsk/packet.ts";
import { createOqpskDetector, PHASE_LENGTH } from "./oqpsk.ts";

export const cases: BenchCase[] = [
  {
    name: `detection/oqpsk ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (PACKET_BITS * 8 + PACKET_WORDS * 4 + PHASE_LENGTH * 4 + 16),
    published: { ms: 14, on: "Tesla K40c" },
    async create(device) {
      const slots = BATCH_PACKETS;
      const memory = allocate(device);
      const packets = memory.constant("packets", new Int32Array(slots * 4).fill(1));
      const matched = memory.storage("matched", slots * PACKET_BITS * 8);
      const plan = await createOqpskDetector(device, { slots, packets, matched });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
