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
  const symbols = new Uint8Array(M);
  const width = received.length;
  /** y − Hs over the streams before m, [m][2N]. A new array for each of up to 2^16 vectors would take most of the time. */
  const rests = new Float64Array((M + 1) * width);
  rests.set(Array.from(received));
  const visit = (m: number, all: number): void => {
    const from = m * width;
    if (m === M) {
      let distance = 0;
      for (let r = from; r < from + width; r++) distance += rests[r] * rests[r];
      distance /= noiseVariance;
      for (let stream = 0; stream < M; stream++) {
        const at = stream * Q + symbols[stream];
        least[at] = Math.min(least[at], distance - (all - knowledge[at]));
      }
      return;
    }
    for (let s = 0; s < Q; s++) {
      const [a, b] = [points[2 * s], points[2 * s + 1]];
      symbols[m] = s;
      for (let r = 0; r < width; r += 2) {
        const at = r * M + 2 * m;
        rests[from + width + r] = rests[from + r] - (channel[at] * a - channel[at + 1] * b);
        rests[from + width + r + 1] = rests[from + r + 1] - (channel[at] * b + channel[at + 1] * a);
      }
      visit(m + 1, all + knowledge[m * Q + s]);
    }
  };
  visit(0, 0);
  return Float64Array.from({ length: M * B }, (_, i) => {
    const [m, b] = [Math.floor(i / B), i % B];
    const costs = Array.from({ length: Q }, (_, s) => least[m * Q + s] - known(m, s, b));
    const of = (one: boolean) => Math.min(...costs.filter((_, s) => isOne(s, b) === one));
    return of(false) - of(true);
  });
}
