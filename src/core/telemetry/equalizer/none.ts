import none from "#shaders/telemetry/equalizer/none.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { owning } from "../../gpu/owning.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { checkedSlots } from "../page.ts";
import { inSlotRanges, partOf } from "../slot-ranges.ts";
import { knownWaveform } from "../soqpsk/known-waveform.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS, PRECURSORS, type EqualizerTaps } from "./taps.ts";
import type { ReceiverBuffers } from "../buffers.ts";

const GROUP = 64;

/**
 * No equalizer, as a filter of one tap. It corrects the delay among −12 … 25 samples at which preamble and marker fit best, and
 * their complex gain at that delay.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8.
 */
export async function createNone(
  device: GPUDevice,
  config: Pick<ReceiverBuffers, "slots" | "window">,
): Promise<EqualizerTaps> {
  const label = "equalizer/none";
  const slots = checkedSlots(label, config.slots);
  return owning(device, async ({ memory, stage }) => {
    const energy = knownWaveform.reduce((sum, value) => sum + value * value, 0);
    const pilot = memory.constant(
      "scaled known waveform",
      Float32Array.from(knownWaveform, (value) => value / energy),
    );
    const taps = memory.storage(`${label} taps`, slots * EQUALIZER_TAPS * 8);
    const stages = await inSlotRanges(device, slots, (range) =>
      stage({
        label,
        wgsl: [none, complex],
        constants: {
          GROUP,
          KNOWN: knownWaveform.length / 2,
          WINDOW: WINDOW_LENGTH,
          FIRST: WINDOW_ORIGIN - CHANNEL_PRECURSORS,
          DELAYS: CHANNEL_TAPS,
          TAPS: EQUALIZER_TAPS,
          LATEST: PRECURSORS + CHANNEL_PRECURSORS,
        },
        resources: {
          window: partOf(config.window, range, WINDOW_LENGTH * 8),
          pilot,
          taps: partOf(taps, range, EQUALIZER_TAPS * 8),
        },
        groups: range.slots,
      }),
    );
    return { ...stages, taps };
  });
}
