import { batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { SHAPES } from "./channel-use.bench.ts";
import { qr } from "./qr.float64.ts";
import { createQr } from "./qr.ts";

/** Different uses; a batch repeats them. */
const TILE = 64;

const CASES = [
  ...SHAPES.map((shape) => ({ ...shape, receiveAntennas: shape.antennas, usesPerChannel: 1 })),
  { antennas: 8, receiveAntennas: 8, usesPerFrame: 4096, usesPerChannel: 1 },
  { antennas: 4, receiveAntennas: 16, usesPerFrame: 8192, usesPerChannel: 1 },
  { antennas: 4, receiveAntennas: 16, usesPerFrame: 8192, usesPerChannel: TILE },
];

export const cases = CASES.map(({ antennas: M, receiveAntennas: N, usesPerFrame, usesPerChannel }) => {
  const uses = 8 * usesPerFrame;
  const channels = noise(1, TILE * N * M * 2);
  const received = noise(2, TILE * N * 2);
  return batchCase({
    name: `mimo/qr 8 × ${usesPerFrame}, ${M} × ${N}${usesPerChannel > 1 ? `, ${usesPerChannel} uses per channel` : ""}`,
    // Of H only what is read: once per channel.
    bytes: uses * 8 * ((N * M) / usesPerChannel + N + M * (M + 1)),
    batch: { jobs: uses, group: TILE, bytes: 8 * N * M },
    async prepare(device, memory, jobs) {
      const plan = await createQr(device, {
        antennas: M,
        receiveAntennas: N,
        uses: jobs,
        usesPerChannel,
        channel: tiled(device, memory, "channels", channels, jobs / TILE),
        received: tiled(device, memory, "received uses", received, jobs / TILE),
      });
      const expected = (job: number) => {
        const use = job % TILE;
        const first = use - (use % usesPerChannel);
        const h = channels.subarray(2 * first * N * M, 2 * (first + 1) * N * M);
        return qr(h, received.subarray(2 * use * N, 2 * (use + 1) * N)).factor;
      };
      return { plan, check: { output: plan.factor, row: 2 * M * M, width: 2, expected } };
    },
  });
});
