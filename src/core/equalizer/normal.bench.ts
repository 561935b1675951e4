import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { createNormalEquations } from "./normal.ts";
import { CHANNEL_TAPS, EQUALIZER_TAPS } from "./taps.ts";

export const cases: BenchCase[] = [
  {
    name: `equalizer/normal ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (2 * CHANNEL_TAPS + EQUALIZER_TAPS) * 8,
    async create(device) {
      const memory = allocate(device);
      const impulse = memory.storage("channel estimates", BATCH_PACKETS * CHANNEL_TAPS * 8);
      const plan = await createNormalEquations(device, { slots: BATCH_PACKETS, impulse });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
