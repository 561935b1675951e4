import { createFft } from "../../fft/fft.ts";
import { owning } from "../../gpu/owning.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import type { ReceivedBatch } from "../batch.ts";
import { createPaddedTaps } from "./padded-taps.ts";

export interface ChannelResponse extends Plan {
  /** H: complex f32, [packet][N] if each packet has its channel, else [1][N]. */
  readonly response: GPUBuffer;
  readonly channels: number;
}

/**
 * Creates the frequency responses of a batch's channels at N frequencies.
 *
 * @throws RangeError when a channel has more than N taps.
 */
export function createChannelResponse(
  device: GPUDevice,
  batch: Pick<ReceivedBatch, "packets" | "taps" | "hasOwnTaps" | "tapCount">,
  length: number,
): Promise<ChannelResponse> {
  return owning(device, async ({ keep }) => {
    const taps = await keep(createPaddedTaps(device, batch, length));
    const { channels, padded } = taps;
    const transform = await keep(createFft(device, { length, batch: channels, input: padded, inPlace: true }));
    return { ...sequence("adaptive/response", [taps, transform]), response: transform.output, channels };
  });
}
