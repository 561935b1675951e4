import { CHANNEL_TAPS } from "./span.ts";
import { batchCase } from "../../gpu/bench.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { estimateChannel } from "./channel.float64.ts";
import { createChannelEstimate } from "./channel.ts";
import { ROWS } from "./pilot.ts";
import { tiledWindow, tiledWindows, pageBatch } from "./window.bench.ts";

export const cases = [
  batchCase({
    name: `estimation/channel ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * ((ROWS + CHANNEL_TAPS) * 8 + 4),
    batch: pageBatch,
    async prepare(device, memory, slots) {
      const plan = await createChannelEstimate(device, { slots, window: tiledWindows(device, memory, slots) });
      const expected = (slot: number) => estimateChannel(tiledWindow(slot)).impulse;
      return { plan, check: { output: plan.impulse, row: 2 * CHANNEL_TAPS, width: 2, expected } };
    },
  }),
];
