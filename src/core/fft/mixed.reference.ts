import { fft } from "./fft.float64.ts";

/**
 * One pass of a long transform, before · length · after points, complex interleaved: the lines' transforms, multiplied by
 * twiddles and placed as in `lib/lines.wgsl`. Passes over all factors of a length in turn give its transform.
 */
export function fftPass(x: Float64Array, length: number, before: number, after: number): Float64Array {
  const y = new Float64Array(x.length);
  const lines = before * after;
  for (let l = 0; l < lines; l++) {
    const [q, m] = [Math.floor(l / after), l % after];
    const from = (n: number) => (length * q + n) * after + m;
    const X = fft(Float64Array.from({ length: 2 * length }, (_, i) => x[2 * from(i >> 1) + (i & 1)]));
    for (let k = 0; k < length; k++) {
      const angle = (-2 * Math.PI * m * k) / (length * after);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const to = 2 * (l + lines * k);
      y[to] = X[2 * k] * c - X[2 * k + 1] * s;
      y[to + 1] = X[2 * k] * s + X[2 * k + 1] * c;
    }
  }
  return y;
}
