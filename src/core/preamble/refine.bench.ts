import { batchCase } from "../gpu/bench.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { metricBatch } from "./chain.bench.ts";
import { REACH } from "./chain.ts";
import { METRIC_LENGTH } from "./metric.ts";
import { createPacketRefinement } from "./refine.ts";

export const cases = [
  batchCase({
    name: `preamble/refine ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * ((2 * REACH + 1) * 4 + 16),
    batch: metricBatch,
    async prepare(device, memory, blocks) {
      const metric = memory.storage("preamble metric", blocks * METRIC_LENGTH * 4);
      const chains = memory.constant("chains", new Int32Array(1 + blocks).fill(5000));
      const page = { firstBlock: 0, length: 2 ** 31 };
      return { plan: await createPacketRefinement(device, { blocks, metric, chains, ...page }) };
    },
  }),
];
