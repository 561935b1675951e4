import { tiledWindow, tiledWindows, pageBatch } from "../estimation/window.bench.ts";
import { batchCase } from "../../gpu/bench.ts";
import { knownWaveform } from "../soqpsk/known-waveform.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { singleTap } from "./none.reference.ts";
import { createNone } from "./none.ts";
import { CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS } from "./taps.ts";

export const cases = [
  batchCase({
    name: `equalizer/none ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (knownWaveform.length / 2 + CHANNEL_TAPS - 1 + EQUALIZER_TAPS) * 8,
    batch: pageBatch,
    async prepare(device, memory, slots) {
      const plan = await createNone(device, { slots, window: tiledWindows(device, memory, slots) });
      const expected = (slot: number) => singleTap(tiledWindow(slot));
      return { plan, check: { output: plan.taps, row: 2 * EQUALIZER_TAPS, width: 2, expected } };
    },
  }),
];
