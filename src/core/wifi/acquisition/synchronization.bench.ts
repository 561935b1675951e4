import { batchCase, tiled } from "../../gpu/bench.ts";
import { TILES } from "./autocorrelation.bench.ts";
import { SEARCH } from "./search.ts";
import { synchronizeFrame } from "./synchronization.float64.ts";
import { createSynchronization } from "./synchronization.ts";
import { frameTile, TILE } from "./testing.ts";

/** Samples per frame that the search and both trainings take. */
const READ = SEARCH + 320;

export const cases = [
  batchCase({
    name: `wifi/acquisition/synchronization ${TILES} frames`,
    bytes: TILES * (8 * READ + 8 * 64 + 60),
    batch: { jobs: TILES, bytes: 8 * TILE },
    async prepare(device, memory, tiles) {
      const { tile, candidate } = frameTile();
      const places = Array.from({ length: tiles }, (_, f) => f * TILE + candidate);
      const list = Uint32Array.from(places.flatMap((place) => [place, place + SEARCH]));
      const plan = await createSynchronization(device, {
        samples: tiled(device, memory, "samples", tile, tiles),
        length: tiles * TILE,
        candidates: memory.constant("candidates", list),
        counts: memory.constant("counts", Uint32Array.of(tiles, 0)),
        groups: tiles,
        capacity: tiles,
      });
      const expected = () => synchronizeFrame(Float64Array.from(tile), candidate, candidate + SEARCH).channel;
      return { plan, check: { output: plan.channel, row: 128, width: 2, expected } };
    },
  }),
];
