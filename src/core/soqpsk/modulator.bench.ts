import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BLOCK_BIT_ROWS, BLOCK_PACKETS } from "../preamble/blocks.ts";
import { createModulator } from "./modulator.ts";
import { BATCH_PACKETS, PACKET_SAMPLES, PACKET_WORDS } from "./packet.ts";

const blocks = BATCH_PACKETS / BLOCK_PACKETS;
const bitBytes = blocks * BLOCK_BIT_ROWS * PACKET_WORDS * 4;

export const cases: BenchCase[] = [
  {
    name: `soqpsk/modulator ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * PACKET_SAMPLES * 8 + bitBytes,
    async create(device) {
      const memory = allocate(device);
      const plan = await createModulator(device, { blocks, bits: memory.storage("bits", bitBytes) });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
