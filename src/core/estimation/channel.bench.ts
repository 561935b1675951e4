import type { BenchCase } from "../gpu/bench.ts";
import { CHANNEL_TAPS } from "../equalizer/taps.ts";
import { allocate } from "../gpu/pool.ts";
import { WINDOW_LENGTH } from "../preamble/blocks.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { createChannelEstimate } from "./channel.ts";
import { ROWS } from "./pilot.ts";

export const cases: BenchCase[] = [
  {
    name: `estimation/channel ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * ((ROWS + CHANNEL_TAPS) * 8 + 4),
    async create(device) {
      const slots = BATCH_PACKETS;
      const memory = allocate(device);
      const window = memory.storage("windows", slots * WINDOW_LENGTH * 8);
      const plan = await createChannelEstimate(device, { slots, window });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
