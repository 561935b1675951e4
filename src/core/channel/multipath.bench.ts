import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BLOCK_BIT_ROWS, BLOCK_LENGTH, BLOCK_PACKETS } from "../preamble/blocks.ts";
import { BATCH_PACKETS, PACKET_WORDS } from "../soqpsk/packet.ts";
import { createMultipath } from "./multipath.ts";
import { NAMED_PATHS } from "./rays.ts";

const blocks = BATCH_PACKETS / BLOCK_PACKETS;
const bitBytes = blocks * BLOCK_BIT_ROWS * PACKET_WORDS * 4;

export const cases: BenchCase[] = ["none", "1", "measured-4"].map((channel) => ({
  name: `channel/multipath ${BATCH_PACKETS} packets, ${NAMED_PATHS[channel].length} paths`,
  bytes: blocks * BLOCK_LENGTH * 8 + bitBytes,
  async create(device) {
    const memory = allocate(device);
    const bits = memory.storage("bits", bitBytes);
    const geometry = { firstBlock: 0, length: 2 ** 31, firstOffset: 256, timing: 0.25 };
    const plan = await createMultipath(device, { blocks, bits, paths: NAMED_PATHS[channel], ...geometry });
    const destroy = () => {
      plan.destroy();
      memory.release();
    };
    return { ...plan, destroy };
  },
}));
