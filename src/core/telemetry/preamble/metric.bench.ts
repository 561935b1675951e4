import { type Batch, batchCase, tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { BLOCK_LEAD, BLOCK_LENGTH, BLOCK_PACKETS } from "../blocks.ts";
import { preambleMetric } from "./metric.float64.ts";
import { createPreambleMetric, METRIC_LENGTH, METRIC_MARGIN } from "./metric.ts";

/** The thesis's batch in blocks, for kernels that read or write the recording. */
export const blockBatch: Batch = { jobs: BATCH_PACKETS / BLOCK_PACKETS, bytes: BLOCK_LENGTH * 8 };

/** Checked starts, and the samples after the last of them that it needs. */
const [CHECKED, REACH] = [4096, 255];

export const cases = [
  batchCase({
    name: `preamble/metric ${BATCH_PACKETS} packets`,
    bytes: blockBatch.jobs * (BLOCK_LENGTH * 8 + METRIC_LENGTH * 4),
    published: { ms: 113, on: "Tesla K40c, the whole preamble detector" },
    batch: blockBatch,
    async prepare(device, memory, blocks) {
      const block = noise(1, 2 * BLOCK_LENGTH);
      const samples = tiled(device, memory, "samples", block, blocks);
      const plan = await createPreambleMetric(device, { blocks, samples });
      const first = BLOCK_LEAD - METRIC_MARGIN;
      const expected = () =>
        preambleMetric(Float64Array.from(block.subarray(2 * first, 2 * (first + CHECKED + REACH))));
      return { plan, check: { output: plan.metric, row: METRIC_LENGTH, width: 1, expected } };
    },
  }),
];
