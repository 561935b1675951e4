import { batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { antennaOrder } from "./antenna-order.float64.ts";
import { createSorting } from "./sorting.ts";

const [M, USES, TILE] = [4, 8 * 8192, 64];

export const cases = (["norm", "v-blast"] as const).map((sorting) => {
  const channels = noise(1, TILE * M * M * 2);
  return batchCase({
    name: `mimo/sorting 8 × 8192, ${M} × ${M}, ${sorting}`,
    bytes: USES * (2 * 8 * M * M + 4),
    batch: { jobs: USES, group: TILE, bytes: 8 * M * M },
    async prepare(device, memory, jobs) {
      const channel = tiled(device, memory, "channels", channels, jobs / TILE);
      const plan = await createSorting(device, { antennas: M, uses: jobs, channel, sorting });
      const expected = (job: number) => {
        const first = (job % TILE) * 2 * M * M;
        const { order } = antennaOrder(channels.subarray(first, first + 2 * M * M), M, sorting, 1);
        return [order.reduce((word, m, k) => word | (m << (4 * k)), 0)];
      };
      return { plan, check: { output: plan.order, words: true, row: 1, width: 1, expected } };
    },
  });
});
