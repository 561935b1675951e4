import type { EqualizerTaps } from "./taps.ts";
import { createLeastSquares } from "./least-squares.ts";
import type { ReceiverBuffers } from "../buffers.ts";

/**
 * Zero-forcing equalizer: R c = ĝ (thesis eq. 2.17). Its float32 taps are good to about 1e-2 where the condition number of
 * R nears 1e6.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8.
 */
export function createZeroForcing(
  device: GPUDevice,
  { slots, impulse }: Pick<ReceiverBuffers, "slots" | "impulse">,
): Promise<EqualizerTaps> {
  return createLeastSquares(device, { label: "equalizer/zf", slots, impulse });
}
