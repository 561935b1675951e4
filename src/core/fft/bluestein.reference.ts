import { chirp } from "./chirp.reference.ts";
import { fft } from "./fft.float64.ts";

/** Bluestein's algorithm: X[k] = w[k]·Σn (x[n]·w[n])·w*[k−n], the sum as a circular convolution. Complex pairs. */
export function bluestein(x: Float64Array): Float64Array {
  const N = x.length / 2;
  const points = 2 ** Math.ceil(Math.log2(2 * N));
  const angle = (n: number) => (-Math.PI * ((n * n) % (2 * N))) / N;
  const w = Float64Array.from({ length: 2 * N }, (_, i) => (i % 2 ? Math.sin : Math.cos)(angle(i >> 1)));
  const b = new Float64Array(2 * points);
  for (let n = 0; n < N; n++) {
    for (const at of [n, (points - n) % points]) b.set([w[2 * n], -w[2 * n + 1]], 2 * at);
  }
  const a = fft(chirp(x, w, points, N));
  return chirp(fft(chirp(a, fft(b), points, points), true), w, N, N);
}
