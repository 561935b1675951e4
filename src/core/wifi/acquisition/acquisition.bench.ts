import { batchCase, tiled } from "../../gpu/bench.ts";
import { createAcquisition } from "./acquisition.ts";
import { TILES } from "./autocorrelation.bench.ts";
import { SEARCH } from "./search.ts";
import { synchronizeFrame } from "./synchronization.float64.ts";
import { frameTile, TILE } from "./testing.ts";

/** From samples to the table, for recordings full of frames and for one frame alone. */
export const cases = [TILES, 1].map((jobs) =>
  batchCase({
    name: `wifi/acquisition ${jobs} × ${TILE} samples`,
    bytes: jobs * 8 * TILE,
    batch: { jobs, bytes: 8 * TILE },
    async prepare(device, memory, tiles) {
      const { tile, candidate } = frameTile();
      const samples = tiled(device, memory, "samples", tile, tiles);
      const plan = await createAcquisition(device, { samples, length: tiles * TILE, capacity: 2 * tiles });
      const expected = () => synchronizeFrame(Float64Array.from(tile), candidate, candidate + SEARCH).channel;
      return { plan, check: { output: plan.channel, row: 128, width: 2, expected } };
    },
  }),
);
