import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { createMmse } from "./mmse.ts";
import { leastSquaresTaps } from "./normal.float64.ts";
import { CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS } from "./taps.ts";
import { createZeroForcing } from "./zf.ts";

const variance = Math.fround(0.01);
const equalizers = [
  { label: "equalizer/zf", create: createZeroForcing, ridge: 0, ms: 406 },
  { label: "equalizer/mmse", create: createMmse, ridge: 2 * variance, ms: 355 },
];
/** A block's channels, each led by a strong path. */
const impulses = Float32Array.from({ length: BLOCK_PACKETS * 2 * CHANNEL_TAPS }, (_, i) => {
  return Math.cos(i * i) / (1 + (i % (2 * CHANNEL_TAPS)));
});

export const cases = equalizers.map(({ label, create, ridge, ms }) =>
  batchCase({
    name: `${label} ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * ((CHANNEL_TAPS + EQUALIZER_TAPS) * 8 + 4),
    published: { ms, on: "Tesla K40c" },
    batch: { jobs: BATCH_PACKETS, group: BLOCK_PACKETS, bytes: EQUALIZER_TAPS * 8 },
    async prepare(device, memory, slots) {
      const impulse = tiled(device, memory, "channel estimates", impulses, slots / BLOCK_PACKETS);
      const noise = memory.constant("noise variances", new Float32Array(slots).fill(variance));
      const plan = await create(device, { slots, impulse, noise });
      const expected = (slot: number) => leastSquaresTaps(tiledRow(impulses, slot, 2 * CHANNEL_TAPS), ridge);
      return { plan, check: { output: plan.taps, row: 2 * EQUALIZER_TAPS, width: 2, expected } };
    },
  }),
);
