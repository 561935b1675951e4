import { WINDOW_LENGTH } from "../blocks.ts";
import { psd } from "../soqpsk/spectrum.ts";
import { createFde, type FdeInputs, type FdeSet, type SingleFde } from "./fde.ts";

/**
 * How FDE2 weights the noise by the signal's spectrum Ψ: `inverse` adds 2σ̂²/Ψ, the noise-to-signal ratio of each bin;
 * `original` adds σ̂²·Ψ, as the thesis's program does.
 */
export type Fde2Weighting = "inverse" | "original";

/** Least Ψ, relative to a mean of 1. It limits the noise-to-signal ratio. */
const FLOOR = 1e-3;

/**
 * w(k) of FDE2 for `points` bins in FFT order: 2/Ψ, or Ψ as in the original.
 *
 * @param factor Factor on the noise variance, ≥ 0.
 */
export function fde2Weights(weighting: Fde2Weighting, points: number, factor = 1): Float64Array {
  const spectrum = psd(points).map((value) => Math.max(value, FLOOR));
  return spectrum.map((value) => factor * (weighting === "inverse" ? 2 / value : value));
}

/**
 * Frequency-domain equalizer 2, the MMSE equalizer of SOQPSK-TG: C = conj(H)/(|H|² + 2σ̂²/Ψ). The thesis prints the
 * fraction inverted.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8 or `noiseFactor` is not a number ≥ 0.
 */
export async function createFde2(
  device: GPUDevice,
  {
    weighting = "inverse",
    noiseFactor,
    matched: target,
    ...inputs
  }: FdeInputs & Pick<FdeSet, "matched"> & { weighting?: Fde2Weighting; noiseFactor?: number },
): Promise<SingleFde> {
  const sets = [{ weights: fde2Weights(weighting, WINDOW_LENGTH, noiseFactor), matched: target }] as const;
  const { matched, ...plan } = await createFde(device, { ...inputs, label: "equalizer/fde2", sets });
  return { ...plan, matched: matched[0] };
}
