import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH } from "../telemetry/blocks.ts";
import { blockBatch } from "../telemetry/preamble/metric.bench.ts";
import { BATCH_PACKETS } from "../telemetry/packet.ts";
import { impair } from "./impairments.reference.ts";
import { createImpairments } from "./impairments.ts";

/** A block later than the recording's beginning, before which there is no noise. */
const page = { firstBlock: 1, length: 2 ** 31 };
const impairments = { frequencyOffset: 0.01, phase: 0, noiseVariance: 0.125, seed: 1 };
/** Samples of a block that are checked. */
const CHECKED = 4096;

export const cases = [
  batchCase({
    name: `channel/impairments ${BATCH_PACKETS} packets`,
    bytes: 2 * blockBatch.jobs * BLOCK_LENGTH * 8,
    batch: blockBatch,
    async prepare(device, memory, blocks) {
      const clean = noise(2, 2 * BLOCK_LENGTH);
      const samples = tiled(device, memory, "samples", clean, blocks);
      const plan = await createImpairments(device, { blocks, samples, ...page, ...impairments });
      const expected = (block: number) =>
        impair(tiledRow(clean, 0, 2 * CHECKED), (page.firstBlock + block) * BLOCK_HOP - BLOCK_LEAD, impairments);
      return { plan, check: { output: samples, inPlace: true, row: 2 * BLOCK_LENGTH, width: 2, expected } };
    },
  }),
];
