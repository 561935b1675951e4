import { WINDOW_LENGTH } from "../blocks.ts";
import { createFde, type FdeInputs, type FdeSet, type SingleFde } from "./fde.ts";

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
export async function createFde1(
  device: GPUDevice,
  { noiseFactor, matched: target, ...inputs }: FdeInputs & Pick<FdeSet, "matched"> & { noiseFactor?: number },
): Promise<SingleFde> {
  const sets = [{ weights: fde1Weights(WINDOW_LENGTH, noiseFactor), matched: target }] as const;
  const { matched, ...plan } = await createFde(device, { ...inputs, label: "equalizer/fde1", sets });
  return { ...plan, matched: matched[0] };
}
