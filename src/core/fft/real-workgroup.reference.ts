import { fft } from "./fft.float64.ts";

/** Bins 0 … N/2 of a real signal of N samples, complex pairs, by a transform of N/2 points like the kernel's. */
export function halvedRealFft(x: Float64Array): Float64Array {
  const half = x.length / 2;
  const Z = fft(x);
  const X = new Float64Array(2 * half + 2);
  for (let k = 0; k <= half; k++) {
    const [a, b] = [2 * (k % half), 2 * ((half - k) % half)];
    const [evenRe, evenIm] = [(Z[a] + Z[b]) / 2, (Z[a + 1] - Z[b + 1]) / 2];
    const [oddRe, oddIm] = [(Z[a + 1] + Z[b + 1]) / 2, (Z[b] - Z[a]) / 2];
    const [c, s] = [Math.cos((Math.PI * k) / half), -Math.sin((Math.PI * k) / half)];
    X[2 * k] = evenRe + c * oddRe - s * oddIm;
    X[2 * k + 1] = evenIm + c * oddIm + s * oddRe;
  }
  return X;
}
