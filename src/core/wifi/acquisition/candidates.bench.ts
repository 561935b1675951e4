import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack } from "../../gpu/rows.ts";
import { TILES } from "./autocorrelation.bench.ts";
import { createCandidates } from "./candidates.ts";
import { SEARCH } from "./search.ts";
import { frameTile, TILE } from "./testing.ts";

export const cases = [
  batchCase({
    name: `wifi/acquisition/candidates ${TILES} × ${TILE} samples`,
    bytes: TILES * (TILE / 4 + 8),
    batch: { jobs: TILES, bytes: TILE / 4 },
    async prepare(device, memory, tiles) {
      const { above: bits, candidate } = frameTile();
      const length = tiles * TILE;
      // The second row, where the energy has risen, has the same bits: they give no more candidates.
      const above = tiled(device, memory, "above the threshold", pack([bits]), 2 * tiles);
      const plan = await createCandidates(device, { above, capacity: tiles, length, lead: 0, own: length });
      const expected = (job: number) => [job * TILE + candidate, job * TILE + candidate + SEARCH];
      return { plan, check: { output: plan.candidates, words: true, row: 2, width: 1, expected } };
    },
  }),
];
