import { type BitsPerSymbol, constellation } from "./constellation.ts";

/** Max-log LLRs [M·B] of one use over all Q^M symbol vectors, directly from |y − Hs|²: H complex [N][M], y [N]. */
export function detectMaxLog(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
  bitsPerSymbol: BitsPerSymbol,
  noiseVariance: number,
): Float64Array {
  const M = channel.length / received.length;
  const points = constellation(bitsPerSymbol);
  const Q = points.length / 2;
  /** Smallest distances with symbol s of stream m, [m·Q + s]. */
  const least = new Float64Array(M * Q).fill(Infinity);
  const symbols = Array.from({ length: M }, () => 0);
  const visit = (m: number, rest: Float64Array): void => {
    if (m === M) {
      const distance = rest.reduce((sum, x) => sum + x * x, 0);
      for (const [stream, s] of symbols.entries()) {
        least[stream * Q + s] = Math.min(least[stream * Q + s], distance);
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
  return Float64Array.from({ length: M * bitsPerSymbol }, (_, i) => {
    const [m, b] = [Math.floor(i / bitsPerSymbol), i % bitsPerSymbol];
    const mask = 1 << (bitsPerSymbol - 1 - b);
    const of = (one: boolean) =>
      Math.min(...least.subarray(m * Q, (m + 1) * Q).filter((_, s) => (s & mask) > 0 === one));
    return (of(false) - of(true)) / noiseVariance;
  });
}
