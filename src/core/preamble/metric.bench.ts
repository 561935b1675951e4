import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { BLOCK_LENGTH, BLOCK_PACKETS } from "./blocks.ts";
import { createPreambleMetric, METRIC_LENGTH } from "./metric.ts";

const blocks = BATCH_PACKETS / BLOCK_PACKETS;

export const cases: BenchCase[] = [
  {
    name: `preamble/metric ${BATCH_PACKETS} packets`,
    bytes: blocks * (BLOCK_LENGTH * 8 + METRIC_LENGTH * 4),
    published: { ms: 113, on: "Tesla K40c, the whole preamble detector" },
    async create(device) {
      const memory = allocate(device);
      const samples = memory.storage("samples", blocks * BLOCK_LENGTH * 8);
      const plan = await createPreambleMetric(device, { blocks, samples });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
