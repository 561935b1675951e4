import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { BLOCK_PACKETS } from "./blocks.ts";
import { CANDIDATES, createChainSum } from "./chain.ts";
import { METRIC_LENGTH } from "./metric.ts";

const blocks = BATCH_PACKETS / BLOCK_PACKETS;

export const cases: BenchCase[] = [
  {
    name: `preamble/chain ${BATCH_PACKETS} packets`,
    bytes: blocks * (METRIC_LENGTH * 4 + CANDIDATES * 8),
    async create(device) {
      const memory = allocate(device);
      const metric = memory.storage("preamble metric", blocks * METRIC_LENGTH * 4);
      const plan = await createChainSum(device, { blocks, metric, firstBlock: 0, length: 2 ** 31 });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
