import { fft } from "./fft.float64.ts";

/** Bins 0 … ⌊N/2⌋ of a real signal of N samples, complex pairs: by its whole complex transform. */
export function realFft(x: Float64Array): Float64Array {
  const z = Float64Array.from({ length: 2 * x.length }, (_, i) => (i % 2 ? 0 : x[i >> 1]));
  return fft(z).slice(0, 2 * Math.floor(x.length / 2) + 2);
}
