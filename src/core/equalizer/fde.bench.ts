import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { WINDOW_LENGTH } from "../preamble/blocks.ts";
import { BATCH_PACKETS, PACKET_BITS } from "../soqpsk/packet.ts";
import { createFde1 } from "./fde1.ts";
import { createFde2 } from "./fde2.ts";
import { CHANNEL_TAPS } from "./taps.ts";

const equalizers = [
  { label: "equalizer/fde1", create: createFde1, ms: 57.2 },
  { label: "equalizer/fde2", create: createFde2, ms: 58.8 },
];

export const cases: BenchCase[] = equalizers.map(({ label, create, ms }) => ({
  name: `${label} ${BATCH_PACKETS} packets`,
  bytes: BATCH_PACKETS * (WINDOW_LENGTH + PACKET_BITS + CHANNEL_TAPS) * 8,
  published: { ms, on: "Tesla K40c" },
  async create(device) {
    const memory = allocate(device);
    const plan = await create(device, {
      slots: BATCH_PACKETS,
      window: memory.storage("windows", BATCH_PACKETS * WINDOW_LENGTH * 8),
      impulse: memory.storage("channel estimates", BATCH_PACKETS * CHANNEL_TAPS * 8),
      noise: memory.storage("noise variances", BATCH_PACKETS * 4),
    });
    const destroy = () => {
      plan.destroy();
      memory.release();
    };
    return { ...plan, destroy };
  },
}));
