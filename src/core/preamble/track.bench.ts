import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { BLOCK_PACKETS } from "./blocks.ts";
import { CANDIDATES } from "./chain.ts";
import { createChainTrack } from "./track.ts";

const blocks = BATCH_PACKETS / BLOCK_PACKETS;

export const cases: BenchCase[] = [
  {
    name: `preamble/track ${BATCH_PACKETS} packets`,
    bytes: blocks * (CANDIDATES * 8 + 4),
    async create(device) {
      const memory = allocate(device);
      const candidates = memory.constant("candidates", new Uint32Array(blocks * CANDIDATES * 2).fill(1));
      const plan = await createChainTrack(device, { blocks, candidates });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
