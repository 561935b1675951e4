import { batchCase, tiled } from "../../gpu/bench.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { BLOCK_LEAD, BLOCK_PACKETS } from "../blocks.ts";
import { metricBatch, metricRow } from "./chain.bench.ts";
import { REACH } from "./chain.ts";
import { METRIC_MARGIN } from "./metric.ts";
import { refineStart } from "./refine.reference.ts";
import { createPacketRefinement } from "./refine.ts";

const CHAIN = 5000;

export const cases = [
  batchCase({
    name: `preamble/refine ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * ((2 * REACH + 1) * 4 + 16),
    batch: metricBatch,
    async prepare(device, memory, blocks) {
      const T = metricRow();
      const metric = tiled(device, memory, "preamble metric", T, blocks);
      const chains = memory.constant("chains", new Int32Array(1 + blocks).fill(CHAIN));
      const page = { firstBlock: 0, length: 2 ** 31 };
      const plan = await createPacketRefinement(device, { blocks, metric, chains, ...page });
      // The start of a block's first packet.
      const expected = () => {
        const at = METRIC_MARGIN + CHAIN;
        const n = refineStart(Float64Array.from(T), at - REACH, at + REACH) as number;
        return [n - METRIC_MARGIN + BLOCK_LEAD];
      };
      return { plan, check: { output: plan.packets, words: true, row: 4 * BLOCK_PACKETS, width: 1, expected } };
    },
  }),
];
