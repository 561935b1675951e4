import { type BitsPerSymbol, constellation } from "../constellation/constellation.ts";
import { solve } from "./linear.float64.ts";

/** Mean (complex) and variance of a symbol whose bits have these prior LLRs, over all points. */
function softSymbol(prior: ArrayLike<number>, points: Float64Array): { mean: [number, number]; variance: number } {
  const B = Math.log2(points.length / 2);
  const chance = (s: number) =>
    Array.from({ length: B }, (_, b) => 1 / (1 + Math.exp((s >> (B - 1 - b)) & 1 ? -prior[b] : prior[b]))).reduce(
      (product, p) => product * p,
    );
  const chances = Array.from({ length: points.length / 2 }, (_, s) => chance(s));
  const expected = (f: (re: number, im: number) => number) =>
    chances.reduce((sum, p, s) => sum + p * f(points[2 * s], points[2 * s + 1]), 0);
  const [re, im] = [expected((x) => x), expected((_, y) => y)];
  return { mean: [re, im], variance: expected((x, y) => (x - re) ** 2 + (y - im) ** 2) };
}

/**
 * MMSE-PIC LLRs [M·B] of one use, directly: stream by stream a linear filter against the covariance of noise and residual interference,
 * then max-log over all points with the priors of the other bits. H is complex [N][M], y [N], `prior` [M·B].
 */
export function detectMmsePic(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
  prior: ArrayLike<number>,
  bitsPerSymbol: BitsPerSymbol,
  noiseVariance: number,
): Float64Array {
  const N = received.length / 2;
  const M = channel.length / received.length;
  const B = bitsPerSymbol;
  const points = constellation(B, "38.211");
  const soft = Array.from({ length: M }, (_, m) => softSymbol(Array.from(prior).slice(m * B, (m + 1) * B), points));
  const h = (r: number, m: number) => [channel[2 * (r * M + m)], channel[2 * (r * M + m) + 1]];
  const llr = new Float64Array(M * B);
  for (let m = 0; m < M; m++) {
    const others = Array.from({ length: M }, (_, j) => j).filter((j) => j !== m);
    // (Re, Im) as a real vector space: K is [[Re, −Im], [Im, Re]].
    const entry = (r: number, c: number) => {
      let [x, y] = [r === c ? noiseVariance : 0, 0];
      for (const j of others) {
        const [[a, b], [p, q]] = [h(r, j), h(c, j)];
        x += soft[j].variance * (a * p + b * q);
        y += soft[j].variance * (b * p - a * q);
      }
      return [x, y];
    };
    const K = Array.from({ length: 2 * N }, (_, r) =>
      Array.from({ length: 2 * N }, (_, c) => {
        const [x, y] = entry(r % N, c % N);
        return r < N === c < N ? x : r < N ? -y : y;
      }),
    );
    const rest = Array.from({ length: 2 * N }, (_, i) => {
      const [r, part] = [i % N, Math.floor(i / N)];
      return others.reduce(
        (left, j) => {
          const [[a, b], [s, t]] = [h(r, j), soft[j].mean];
          return left - (part ? a * t + b * s : a * s - b * t);
        },
        received[2 * r + part],
      );
    });
    const own = Array.from({ length: 2 * N }, (_, i) => h(i % N, m)[Math.floor(i / N)]);
    const rotated = own.map((_, i) => (i < N ? -own[i + N] : own[i - N])); // j·h
    const filter = solve(
      K,
      own.map((x) => [x]),
    ).flat();
    const dot = (a: number[]) => filter.reduce((sum, x, i) => sum + x * a[i], 0);
    const rho = dot(own);
    // fᴴy for a complex filter f: its real part is ⟨f, y⟩; its imaginary part is −⟨f, j·y⟩.
    const w = [dot(rest), -dot(rest.map((_, i) => (i < N ? -rest[i + N] : rest[i - N])))];
    if (Math.abs(dot(rotated)) > 1e-6 * rho) throw new Error("hᴴK⁻¹h must be real");
    const costs = (bit: number) =>
      Array.from({ length: points.length / 2 }, (_, s) => {
        const [x, y] = points.subarray(2 * s);
        let cost = rho * (x * x + y * y) - 2 * (w[0] * x + w[1] * y);
        for (let b = 0; b < B; b++) if (b !== bit && (s >> (B - 1 - b)) & 1) cost -= prior[m * B + b];
        return cost;
      });
    for (let bit = 0; bit < B; bit++) {
      const all = costs(bit);
      const least = (value: number) => Math.min(...all.filter((_, s) => ((s >> (B - 1 - bit)) & 1) === value));
      llr[m * B + bit] = least(0) - least(1);
    }
  }
  return llr;
}
