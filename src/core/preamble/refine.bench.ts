import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { BLOCK_PACKETS } from "./blocks.ts";
import { REACH } from "./chain.ts";
import { METRIC_LENGTH } from "./metric.ts";
import { createPacketRefinement } from "./refine.ts";

const blocks = BATCH_PACKETS / BLOCK_PACKETS;

export const cases: BenchCase[] = [
  {
    name: `preamble/refine ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * ((2 * REACH + 1) * 4 + 16),
    async create(device) {
      const memory = allocate(device);
      const metric = memory.storage("preamble metric", blocks * METRIC_LENGTH * 4);
      const chains = memory.constant("chains", new Int32Array(1 + blocks).fill(5000));
      const plan = await createPacketRefinement(device, { blocks, metric, chains, firstBlock: 0, length: 2 ** 31 });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
