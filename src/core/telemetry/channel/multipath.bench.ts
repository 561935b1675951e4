import { batchCase, tiled } from "../../gpu/bench.ts";
import { BLOCK_FIRST_ROW, BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH, BLOCK_PACKETS } from "../blocks.ts";
import { blockBatch } from "../preamble/metric.bench.ts";
import { bitsOf, bitWords } from "../soqpsk/modulator.bench.ts";
import { BATCH_PACKETS, PACKET_SAMPLES } from "../packet.ts";
import { multipath } from "./multipath.float64.ts";
import { createMultipath } from "./multipath.ts";
import { NAMED_PATHS } from "./rays.ts";

const geometry = { firstBlock: 1, length: 2 ** 31, firstOffset: 256, timing: 0.25 };
/** Checked samples per block. */
const CHECKED = 2048;

export const cases = ["none", "1", "measured-4"].map((channel) => {
  const paths = NAMED_PATHS[channel];
  return batchCase({
    name: `channel/multipath ${BATCH_PACKETS} packets, ${paths.length} paths`,
    bytes: blockBatch.jobs * (BLOCK_LENGTH * 8 + bitWords.byteLength),
    batch: blockBatch,
    async prepare(device, memory, blocks) {
      const bits = tiled(device, memory, "bits", bitWords, blocks);
      const plan = await createMultipath(device, { blocks, bits, paths, ...geometry });
      const expected = (block: number) => {
        const { firstBlock, firstOffset, timing } = geometry;
        const number = firstBlock + block;
        const from = number * BLOCK_HOP - BLOCK_LEAD;
        const origin = firstOffset + timing + (number * BLOCK_PACKETS - BLOCK_FIRST_ROW) * PACKET_SAMPLES;
        return multipath(bitsOf(bitWords, 0, BLOCK_FIRST_ROW + 1), origin, paths, from, from + CHECKED);
      };
      return { plan, check: { output: plan.samples, row: 2 * BLOCK_LENGTH, width: 2, expected } };
    },
  });
});
