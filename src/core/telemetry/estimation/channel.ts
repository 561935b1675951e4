import channelKernel from "#shaders/telemetry/estimation/channel.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { groupOf } from "../../gpu/rows.ts";
import { owning } from "../../gpu/owning.ts";
import type { Plan } from "../../gpu/timing.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { CHANNEL_TAPS } from "./span.ts";
import { checkedSlots } from "../page.ts";
import { inSlotRanges, partOf } from "../slot-ranges.ts";
import { knownWaveform } from "../soqpsk/known-waveform.ts";
import { FIRST_ROW, pilotInverse, ROWS } from "./pilot.ts";
import type { ReceiverBuffers } from "../buffers.ts";

const MOST_GROUP = 256;

export interface ChannelEstimate extends Plan, Readonly<Pick<ReceiverBuffers, "impulse" | "noise">> {}

/**
 * Least-squares estimate of the channel's impulse response from the known samples, and of the noise from the residual.
 * The known waveform hardly excites the channel out of band (the condition number of X is about 2300): there ĥ is noise.
 * Source: (2.11), (2.14).
 *
 * @throws RangeError when `slots` is not a positive multiple of 8.
 */
export async function createChannelEstimate(
  device: GPUDevice,
  config: Pick<ReceiverBuffers, "slots" | "window">,
): Promise<ChannelEstimate> {
  const GROUP = groupOf(device, MOST_GROUP);
  const label = "estimation/channel";
  const slots = checkedSlots(label, config.slots);
  const constants = {
    GROUP,
    TAPS: CHANNEL_TAPS,
    ROWS,
    FIRST_ROW,
    PILOT: knownWaveform.length / 2,
    WINDOW_LENGTH,
    WINDOW_ORIGIN,
  };
  return owning(device, async ({ memory, stage }) => {
    const pilot = memory.constant("known waveform", Float32Array.from(knownWaveform));
    const inverse = memory.constant("pseudo-inverse", transposed(pilotInverse()));
    const impulse = memory.storage("channel estimates", slots * CHANNEL_TAPS * 8);
    const noise = memory.storage("noise variances", slots * 4);
    const stages = await inSlotRanges(device, slots, (range) =>
      stage({
        label,
        wgsl: [channelKernel, complex],
        constants,
        resources: {
          window: partOf(config.window, range, WINDOW_LENGTH * 8),
          pilot,
          inverse,
          impulse: partOf(impulse, range, CHANNEL_TAPS * 8),
          noise: partOf(noise, range, 4),
        },
        groups: range.slots,
      }),
    );
    return { ...stages, impulse, noise };
  });
}

/** Complex rows as float32 pairs, [column][row]: neighbouring invocations work on different rows and read neighbouring words. */
function transposed(rows: readonly Float64Array[]): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: rows.length * rows[0].length }, (_, i) => {
    const [pair, part] = [i >> 1, i & 1];
    return rows[pair % rows.length][2 * Math.floor(pair / rows.length) + part];
  });
}
