import { fft } from "../../fft/fft.float64.ts";

/** Products of complex numbers a·b. */
const times = (a: Float64Array, b: Float64Array) =>
  a.map((_, i) => (i % 2 ? a[i - 1] * b[i] + a[i] * b[i - 1] : a[i] * b[i] - a[i + 1] * b[i + 1]));

/**
 * Sends one block behind a cyclic prefix and equalizes it, z = IDFT(C·DFT(h ⊛ s + w)): a single carrier; or Z = DFT(h ⊛ x + w)/(√N·H) with
 * x = √N·IDFT(s): the symbols are carriers.
 *
 * @returns `scale`: the mean of C·H. `amplification`: of errors, against the received power.
 * @param noiseVariance N0 of C = conj(H)/(|H|² + N0); 0 forces zeros.
 */
export function equalizeBlock(
  symbols: Float64Array,
  taps: Float64Array,
  noise: Float64Array,
  { isMulticarrier, noiseVariance }: { isMulticarrier: boolean; noiseVariance: number },
): { estimates: Float64Array; scale: number; amplification: number } {
  const N = symbols.length / 2;
  const root = Math.sqrt(N);
  const padded = new Float64Array(2 * N);
  padded.set(taps);
  const H = fft(padded);
  const sent = isMulticarrier ? fft(symbols, true).map((part) => root * part) : symbols;
  // Circular convolution by its definition.
  const received = noise.slice();
  for (let n = 0; n < N; n++) {
    for (let l = 0; l < taps.length / 2; l++) {
      const from = (n - l + N) % N;
      const [re, im] = times(taps.slice(2 * l, 2 * l + 2), sent.slice(2 * from, 2 * from + 2));
      received[2 * n] += re;
      received[2 * n + 1] += im;
    }
  }
  const C = H.map((part, i) => {
    const power = H[i - (i % 2)] ** 2 + H[i - (i % 2) + 1] ** 2;
    return (i % 2 ? -part : part) / (power + noiseVariance);
  });
  const Z = times(C, fft(received));
  const kept = times(C, H).reduce((sum, part, i) => sum + (i % 2 ? 0 : part), 0) / N;
  const power = (x: Float64Array) => x.reduce((sum, part) => sum + part * part, 0) / N;
  const amplification = power(C) * power(H);
  const estimates = isMulticarrier ? Z.map((part) => part / root) : fft(Z, true);
  return { estimates, scale: isMulticarrier ? 1 : kept, amplification };
}
