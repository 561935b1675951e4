import { fft } from "./fft.reference.ts";

/**
 * Power spectral density by Welch's method: periodograms of segments that overlap by half, under a Blackman window, averaged.
 *
 * @param x Complex pairs, at least n of them.
 * @returns Mean squared magnitude per bin, scaled so that its mean over the n bins is the power of x; FFT order.
 */
export function welch(x: ArrayLike<number>, n: number): Float64Array {
  const window = Float64Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n;
    return 0.42 - 0.5 * Math.cos(angle) + 0.08 * Math.cos(2 * angle);
  });
  const energy = window.reduce((sum, w) => sum + w * w, 0);
  const psd = new Float64Array(n);
  const segments = Math.floor((x.length / 2 - n) / (n / 2)) + 1;
  for (let segment = 0; segment < segments; segment++) {
    const X = fft(Float64Array.from({ length: 2 * n }, (_, i) => x[segment * n + i] * window[i >> 1]));
    for (let k = 0; k < n; k++) psd[k] += (X[2 * k] ** 2 + X[2 * k + 1] ** 2) / (energy * segments);
  }
  return psd;
}
