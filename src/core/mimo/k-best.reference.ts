import { type BitsPerSymbol, constellation } from "../constellation/constellation.ts";
import { qr } from "./qr.float64.ts";

/**
 * K-best detection of one use: H complex [N][M], y [N], `prior` [M·B]. A path costs its distance over N0, less the priors of its bits
 * that are 1. Also returns the smallest margin over all streams: the best dropped path's cost minus the worst kept one's.
 */
export function detectKBest(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
  bitsPerSymbol: BitsPerSymbol,
  noiseVariance: number,
  { candidates, clip = 8, prior }: { candidates: number; clip?: number; prior?: ArrayLike<number> },
): { llr: Float64Array; margin: number } {
  const M = channel.length / received.length;
  const B = bitsPerSymbol;
  const points = constellation(B, "38.211");
  const { factor, rotated } = qr(channel, received);
  const isOne = (s: number, b: number) => ((s >> (B - 1 - b)) & 1) === 1;
  const known = (m: number, s: number) => {
    let sum = 0;
    for (let b = 0; b < B; b++) if (isOne(s, b)) sum += prior?.[m * B + b] ?? 0;
    return sum;
  };
  let list = [{ symbols: [] as number[], cost: 0 }]; // symbols from stream M − 1 on
  let margin = Infinity;
  for (let k = M - 1; k >= 0; k--) {
    const children = list.flatMap(({ symbols, cost }) =>
      Array.from({ length: points.length / 2 }, (_, s) => {
        const path = [...symbols, s];
        let [x, y] = [rotated[2 * k], rotated[2 * k + 1]];
        for (const [i, index] of path.entries()) {
          const [a, b] = factor.subarray(2 * (k * M + M - 1 - i));
          const [p, q] = points.subarray(2 * index);
          x -= a * p - b * q;
          y -= a * q + b * p;
        }
        return { symbols: path, cost: cost + (x * x + y * y) / noiseVariance - known(k, s) };
      }),
    );
    children.sort((a, b) => a.cost - b.cost);
    list = children.slice(0, candidates);
    const [worst, next] = [list[list.length - 1], children[candidates]];
    if (next) margin = Math.min(margin, next.cost - worst.cost);
  }
  const llr = Float64Array.from({ length: M * B }, (_, i) => {
    const [m, b] = [Math.floor(i / B), i % B];
    const least = [Infinity, Infinity];
    for (const { symbols, cost } of list) {
      const bit = Number(isOne(symbols[M - 1 - m], b));
      least[bit] = Math.min(least[bit], cost);
    }
    return Math.max(-clip, Math.min(clip, least[0] - least[1] - (prior?.[i] ?? 0)));
  });
  return { llr, margin };
}
