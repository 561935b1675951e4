import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack } from "../../gpu/rows.ts";
import { TILES } from "./autocorrelation.bench.ts";
import { createCandidates } from "./candidates.ts";
import { SEARCH } from "./search.ts";
import { frameTile, TILE } from "./testing.ts";

export const cases = [
  batchCase({
    name: `wifi/acquisition/candidates ${TILES} × ${TILE} samples`,
    bytes: TILES * (TILE / 8 + 8),
    batch: { jobs: TILES, bytes: TILE / 8 },
    async prepare(device, memory, tiles) {
      const { above: bits, candidate } = frameTile();
      const above = tiled(device, memory, "above the threshold", pack([bits]), tiles);
      const length = tiles * TILE;
      const plan = await createCandidates(device, { above, capacity: tiles, length, lead: 0, own: length });
      const expected = (job: number) => [job * TILE + candidate, job * TILE + candidate + SEARCH];
      return { plan, check: { output: plan.candidates, words: true, row: 2, width: 1, expected } };
    },
  }),
];
