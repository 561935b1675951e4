import { batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { SHAPES } from "./channel-use.bench.ts";
import { qr } from "./qr.float64.ts";
import { createQr } from "./qr.ts";

/** Different uses; a batch repeats them. */
const TILE = 64;

export const cases = [...SHAPES, { antennas: 8, usesPerFrame: 4096 }].map(({ antennas: M, usesPerFrame }) => {
  const uses = 8 * usesPerFrame;
  const channels = noise(1, TILE * M * M * 2);
  const received = noise(2, TILE * M * 2);
  return batchCase({
    name: `mimo/qr 8 × ${usesPerFrame}, ${M} × ${M}`,
    bytes: 2 * uses * (8 * M * M + 8 * M),
    batch: { jobs: uses, group: TILE, bytes: 8 * M * M },
    async prepare(device, memory, jobs) {
      const plan = await createQr(device, {
        antennas: M,
        uses: jobs,
        channel: tiled(device, memory, "channels", channels, jobs / TILE),
        received: tiled(device, memory, "received uses", received, jobs / TILE),
      });
      const expected = (job: number) => {
        const use = job % TILE;
        const h = channels.subarray(2 * use * M * M, 2 * (use + 1) * M * M);
        return qr(h, received.subarray(2 * use * M, 2 * (use + 1) * M)).factor;
      };
      return { plan, check: { output: plan.factor, row: 2 * M * M, width: 2, expected } };
    },
  });
});
