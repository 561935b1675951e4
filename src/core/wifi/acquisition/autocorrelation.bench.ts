import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack } from "../../gpu/rows.ts";
import { createAutocorrelation } from "./autocorrelation.ts";
import { frameTile, TILE } from "./testing.ts";

/** Tiles of a recording that is full of frames: 43 million samples. */
export const TILES = 8192;

export const cases = [
  batchCase({
    name: `wifi/acquisition/autocorrelation ${TILES} × ${TILE} samples`,
    bytes: TILES * TILE * (8 + 1 / 4),
    batch: { jobs: TILES, bytes: 8 * TILE },
    async prepare(device, memory, tiles) {
      const { tile, above } = frameTile();
      const samples = tiled(device, memory, "samples", tile, tiles);
      const plan = await createAutocorrelation(device, { samples, length: tiles * TILE });
      // After the last tile, no samples follow.
      const expected = (job: number) =>
        pack([job < tiles - 1 ? above : above.map((bit, n) => (n > TILE - 64 ? 0 : bit))]);
      return { plan, check: { output: plan.output, words: true, row: TILE / 32, width: 1, expected } };
    },
  }),
];
