import type { EqualizerTaps } from "./taps.ts";
import { createLeastSquares } from "./least-squares.ts";
import type { ReceiverBuffers } from "../buffers.ts";

export interface MmseConfig extends Pick<ReceiverBuffers, "slots" | "impulse" | "noise"> {
  /** `ridge`·σ̂² is added to the diagonal. Default 2: the complex noise variance. The thesis prints 1. */
  ridge?: number;
}

/**
 * Minimum mean-square error equalizer: (R + 2σ̂²·I) c = ĝ (thesis eq. 2.22, with the complex noise variance).
 *
 * @throws RangeError when `slots` is not a positive multiple of 8 or `ridge` is not a number ≥ 0.
 */
export function createMmse(
  device: GPUDevice,
  { slots, impulse, noise, ridge = 2 }: MmseConfig,
): Promise<EqualizerTaps> {
  return createLeastSquares(device, { label: "equalizer/mmse", slots, impulse, ridge: { noise, factor: ridge } });
}
