import { fft } from "../../fft/fft.float64.ts";
import { equalizeSpectrum } from "./one-tap.reference.ts";
import { sendBlock } from "./transmission.reference.ts";

/**
 * Sends one block behind a cyclic prefix and equalizes it, z = IDFT(C·DFT(h ⊛ s + w)): a single carrier; or Z = DFT(h ⊛ x + w)/(√N·H) with
 * x = √N·IDFT(s): the symbols are carriers. `scale` is the mean of C·H, and `amplification` the gain of errors.
 *
 * @param noiseVariance N0 of C = conj(H)/(|H|² + N0); 0 forces zeros.
 */
export function equalizeBlock(
  symbols: Float64Array,
  taps: Float64Array,
  noise: Float64Array,
  { isMulticarrier, noiseVariance }: { isMulticarrier: boolean; noiseVariance: number },
): { estimates: Float64Array; scale: number; amplification: number } {
  const { spectrum } = sendBlock(symbols, taps, noise, isMulticarrier);
  const { equalized, scale, amplification } = equalizeSpectrum(spectrum, taps, noiseVariance);
  const root = Math.sqrt(symbols.length / 2);
  const estimates = isMulticarrier ? equalized.map((part) => part / root) : fft(equalized, true);
  return { estimates, scale: isMulticarrier ? 1 : scale, amplification };
}
