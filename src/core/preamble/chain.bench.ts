import { type Batch, batchCase } from "../gpu/bench.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { CANDIDATES, createChainSum } from "./chain.ts";
import { METRIC_LENGTH } from "./metric.ts";
import { blockBatch } from "./metric.bench.ts";

/** The batch in blocks, for kernels that read the metric and nothing larger. */
export const metricBatch: Batch = { ...blockBatch, bytes: METRIC_LENGTH * 4 };

export const cases = [
  batchCase({
    name: `preamble/chain ${BATCH_PACKETS} packets`,
    bytes: metricBatch.jobs * (METRIC_LENGTH * 4 + CANDIDATES * 8),
    batch: metricBatch,
    async prepare(device, memory, blocks) {
      const metric = memory.storage("preamble metric", blocks * METRIC_LENGTH * 4);
      return { plan: await createChainSum(device, { blocks, metric, firstBlock: 0, length: 2 ** 31 }) };
    },
  }),
];
