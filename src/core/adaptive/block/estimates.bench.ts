import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { COLUMNS } from "../coding/soft-bits.bench.ts";
import { PACKETS } from "../transmission/labels.bench.ts";
import { middlesOfBlocks } from "./estimates.reference.ts";
import { createBlockEstimates } from "./estimates.ts";
import { BLOCK_SYMBOLS } from "./transmission.bench.ts";

const LENGTH = 64;

/** A number of a block in, an estimate out. */
export const cases = [0, 16].map((drop) => {
  const hop = LENGTH - 2 * drop;
  const blocks = Math.ceil(BLOCK_SYMBOLS / hop);
  return batchCase({
    name: `adaptive/estimates ${PACKETS} × ${BLOCK_SYMBOLS}, blocks of ${LENGTH} without ${drop} on each side`,
    bytes: PACKETS * BLOCK_SYMBOLS * 16,
    batch: { jobs: PACKETS, group: COLUMNS, bytes: 8 * LENGTH * blocks },
    async prepare(device, memory, packets) {
      const values = noise(5, 2 * LENGTH * blocks * COLUMNS);
      const equalized = tiled(device, memory, "equalized blocks", values, packets / COLUMNS);
      const cover = { length: LENGTH, drop, blocks, last: BLOCK_SYMBOLS };
      const plan = await createBlockEstimates(device, { packets, symbols: BLOCK_SYMBOLS }, equalized, cover);
      const expected = (packet: number) => {
        return middlesOfBlocks(tiledRow(values, packet, 2 * LENGTH * blocks), BLOCK_SYMBOLS, cover);
      };
      return { plan, check: { output: plan.estimates, row: 2 * BLOCK_SYMBOLS, width: 2, columns: true, expected } };
    },
  });
});
