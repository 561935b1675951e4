import { type Batch, batchCase, tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { chainSums } from "./chain.reference.ts";
import { CANDIDATES, createChainSum, REACH, PREAMBLE_THRESHOLD } from "./chain.ts";
import { METRIC_LENGTH, METRIC_MARGIN } from "./metric.ts";
import { blockBatch } from "./metric.bench.ts";

/** The batch in blocks, for kernels that read the metric and nothing larger. */
export const metricBatch: Batch = { ...blockBatch, bytes: METRIC_LENGTH * 4 };

/** A block's metric, seldom above the threshold. */
export const metricRow = () => noise(1, METRIC_LENGTH).map((value) => value ** 256);

/** Residues of a candidate. */
const RESIDUES = 256;

export const cases = [
  batchCase({
    name: `preamble/chain ${BATCH_PACKETS} packets`,
    bytes: metricBatch.jobs * (METRIC_LENGTH * 4 + CANDIDATES * 8),
    batch: metricBatch,
    async prepare(device, memory, blocks) {
      const T = metricRow();
      const metric = tiled(device, memory, "preamble metric", T, blocks);
      const plan = await createChainSum(device, { blocks, metric, firstBlock: 0, length: 2 ** 31 });
      // The score of a block's first candidate.
      const expected = () => {
        const options = { starts: METRIC_LENGTH, threshold: PREAMBLE_THRESHOLD, reach: REACH };
        return [Math.max(...chainSums(Float64Array.from(T), METRIC_MARGIN, options).subarray(0, RESIDUES))];
      };
      return { plan, check: { output: plan.candidates, row: 2 * CANDIDATES, width: 1, expected } };
    },
  }),
];
