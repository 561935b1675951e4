import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { WINDOW_LENGTH } from "../preamble/blocks.ts";
import { knownWaveform } from "../soqpsk/known-waveform.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { createNone } from "./none.ts";
import { CHANNEL_TAPS, EQUALIZER_TAPS } from "./taps.ts";

export const cases: BenchCase[] = [
  {
    name: `equalizer/none ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (knownWaveform.length / 2 + CHANNEL_TAPS - 1 + EQUALIZER_TAPS) * 8,
    async create(device) {
      const slots = BATCH_PACKETS;
      const memory = allocate(device);
      const plan = await createNone(device, { slots, window: memory.storage("windows", slots * WINDOW_LENGTH * 8) });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
