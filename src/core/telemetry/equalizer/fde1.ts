import { WINDOW_LENGTH } from "../blocks.ts";
import { createFde, type Fde, type FdeInputs } from "./fde.ts";

/**
 * w(k) of FDE1 for `points` bins: the complex noise variance is 2σ̂² in every bin.
 *
 * @param factor Factor on the noise variance, ≥ 0.
 */
export const fde1Weights = (points: number, factor = 1): Float32Array => new Float32Array(points).fill(2 * factor);

/**
 * Frequency-domain equalizer 1, the MMSE equalizer of a white signal: C = conj(H)/(|H|² + 2σ̂²).
 *
 * @throws RangeError when `slots` is not a positive multiple of 8 or `noiseFactor` is not a number ≥ 0.
 */
export function createFde1(
  device: GPUDevice,
  { noiseFactor, ...inputs }: FdeInputs & { noiseFactor?: number },
): Promise<Fde> {
  return createFde(device, { ...inputs, label: "equalizer/fde1", weights: fde1Weights(WINDOW_LENGTH, noiseFactor) });
}
