import { fft } from "../../fft/fft.float64.ts";

/** Products of complex numbers a·b. */
const times = (a: Float64Array, b: Float64Array) =>
  a.map((_, i) => (i % 2 ? a[i - 1] * b[i] + a[i] * b[i - 1] : a[i] * b[i] - a[i + 1] * b[i + 1]));

/**
 * Returns C·Y with C = conj(H)/(|H|² + N0), where H are the taps at the frequencies of a block.
 *
 * @returns `scale`: the mean of C·H. `amplification`: of errors, against the received power.
 * @param noiseVariance N0; 0 forces zeros.
 */
export function equalizeSpectrum(
  spectrum: Float64Array,
  taps: Float64Array,
  noiseVariance: number,
): { equalized: Float64Array; scale: number; amplification: number } {
  const N = spectrum.length / 2;
  const padded = new Float64Array(2 * N);
  padded.set(taps);
  const H = fft(padded);
  const C = H.map((part, i) => {
    const power = H[i - (i % 2)] ** 2 + H[i - (i % 2) + 1] ** 2;
    return (i % 2 ? -part : part) / (power + noiseVariance);
  });
  const scale = times(C, H).reduce((sum, part, i) => sum + (i % 2 ? 0 : part), 0) / N;
  const power = (x: Float64Array) => x.reduce((sum, part) => sum + part * part, 0) / N;
  return { equalized: times(C, spectrum), scale, amplification: power(C) * power(H) };
}
