import { WINDOW_LENGTH } from "../blocks.ts";
import { createFde, type Fde, type FdeInputs } from "./fde.ts";

/** w(k) of FDE1: the complex noise variance is 2σ̂² in every bin. */
export const FDE1_WEIGHTS: ArrayLike<number> = new Float32Array(WINDOW_LENGTH).fill(2);

/**
 * Frequency-domain equalizer 1, the MMSE equalizer of a white signal: C = conj(H)/(|H|² + 2σ̂²).
 *
 * @throws RangeError when `slots` is not a positive multiple of 32.
 */
export function createFde1(device: GPUDevice, inputs: FdeInputs): Promise<Fde> {
  return createFde(device, { ...inputs, label: "equalizer/fde1", weights: FDE1_WEIGHTS });
}
