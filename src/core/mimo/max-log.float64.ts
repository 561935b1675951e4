import { type BitsPerSymbol, constellation } from "../constellation/constellation.ts";

/**
 * Extrinsic max-log LLRs [M·B] of one use over all Q^M symbol vectors, directly from |y − Hs|²/N0 less the priors of the other bits that
 * are 1: H complex [N][M], y [N], `prior` [M·B].
 */
export function detectMaxLog(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
  bitsPerSymbol: BitsPerSymbol,
  noiseVariance: number,
  prior: ArrayLike<number> = new Float64Array((channel.length / received.length) * bitsPerSymbol),
): Float64Array {
  const M = channel.length / received.length;
  const points = constellation(bitsPerSymbol, "38.211");
  const Q = points.length / 2;
  const B = bitsPerSymbol;
  const isOne = (s: number, b: number) => ((s >> (B - 1 - b)) & 1) === 1;
  /** Prior log p(bits) of symbol s of stream m up to a constant, without the prior of bit `without`. */
  const known = (m: number, s: number, without?: number) => {
    let sum = 0;
    for (let b = 0; b < B; b++) if (b !== without && isOne(s, b)) sum += prior[m * B + b];
    return sum;
  };
  const knowledge = Float64Array.from({ length: M * Q }, (_, i) => known(Math.floor(i / Q), i % Q));
  /** Smallest costs with symbol s of stream m, [m·Q + s], without the priors of stream m. */
  const least = new Float64Array(M * Q).fill(Infinity);
  const symbols = Array.from({ length: M }, () => 0);
  const visit = (m: number, rest: Float64Array): void => {
    if (m === M) {
      const distance = rest.reduce((sum, x) => sum + x * x, 0) / noiseVariance;
      const all = symbols.reduce((sum, s, stream) => sum + knowledge[stream * Q + s], 0);
      for (const [stream, s] of symbols.entries()) {
        const at = stream * Q + s;
        least[at] = Math.min(least[at], distance - (all - knowledge[at]));
      }
      return;
    }
    for (let s = 0; s < Q; s++) {
      const [a, b] = [points[2 * s], points[2 * s + 1]];
      symbols[m] = s;
      const next = rest.slice();
      for (let r = 0; r < received.length / 2; r++) {
        const at = 2 * (r * M + m);
        next[2 * r] -= channel[at] * a - channel[at + 1] * b;
        next[2 * r + 1] -= channel[at] * b + channel[at + 1] * a;
      }
      visit(m + 1, next);
    }
  };
  visit(0, Float64Array.from(received));
  return Float64Array.from({ length: M * B }, (_, i) => {
    const [m, b] = [Math.floor(i / B), i % B];
    const costs = Array.from({ length: Q }, (_, s) => least[m * Q + s] - known(m, s, b));
    const of = (one: boolean) => Math.min(...costs.filter((_, s) => isOne(s, b) === one));
    return of(false) - of(true);
  });
}
