import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { createMmse } from "./mmse.ts";
import { CHANNEL_TAPS, EQUALIZER_TAPS } from "./taps.ts";
import { createZeroForcing } from "./zf.ts";

const equalizers = [
  { label: "equalizer/zf", create: createZeroForcing, ms: 406 },
  { label: "equalizer/mmse", create: createMmse, ms: 355 },
];

export const cases: BenchCase[] = equalizers.map(({ label, create, ms }) => ({
  name: `${label} ${BATCH_PACKETS} packets`,
  bytes: BATCH_PACKETS * ((CHANNEL_TAPS + EQUALIZER_TAPS) * 8 + 4),
  published: { ms, on: "Tesla K40c" },
  async create(device) {
    const slots = BATCH_PACKETS;
    const memory = allocate(device);
    const impulses = new Float32Array(slots * 2 * CHANNEL_TAPS);
    for (let i = 0; i < impulses.length; i++) impulses[i] = Math.cos(i * i) / (1 + (i % (2 * CHANNEL_TAPS)));
    const impulse = memory.constant("channel estimates", impulses);
    const noise = memory.constant("noise variances", new Float32Array(slots).fill(0.01));
    const plan = await create(device, { slots, impulse, noise });
    const destroy = () => {
      plan.destroy();
      memory.release();
    };
    return { ...plan, destroy };
  },
}));
