import { batchCase } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { tileOffsets } from "./tile-offsets.reference.ts";
import { createTileOffsets } from "./tile-offsets.ts";

/** The tiles of 32 M items. */
const TILES = 2 ** 17;

export const cases = [
  batchCase({
    name: `blocks/tile-offsets ${TILES} tiles`,
    bytes: 2 * TILES * 4,
    async prepare(device) {
      const plan = await createTileOffsets(device, { tiles: TILES, modulus: 1 });
      const values = Uint32Array.from(noise(1, TILES), (value) => Math.floor(100 * Math.abs(value)));
      device.queue.writeBuffer(plan.tiles, 0, values);
      const expected = () => tileOffsets([...values], 0).offsets;
      return { plan, check: { output: plan.tiles, inPlace: true, words: true, row: TILES, width: 1, expected } };
    },
  }),
];
