const LAG = 32;

/**
 * ω̂ = arg{Σ_{n=i+64}^{i+223} r(n) r*(n−32)} / 32 in rad/sample (2.7).
 *
 * @param samples Complex pairs.
 * @param start i, the packet's first sample.
 */
export function estimateFrequency(samples: Float64Array, start: number): number {
  let [re, im] = [0, 0];
  for (let n = start + 2 * LAG; n < start + 7 * LAG; n++) {
    const [x, y] = samples.subarray(2 * n, 2 * n + 2);
    const [u, v] = samples.subarray(2 * (n - LAG), 2 * (n - LAG) + 2);
    re += x * u + y * v;
    im += y * u - x * v;
  }
  return Math.atan2(im, re) / LAG;
}
