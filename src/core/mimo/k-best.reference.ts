import { type BitsPerSymbol, constellation } from "./constellation.ts";
import { qr } from "./qr.float64.ts";

/**
 * K-best detection of one use: H complex [N][M], y [N]. Also returns the smallest margin over all streams: the best dropped path's metric minus the worst kept one's, over N0.
 */
export function detectKBest(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
  bitsPerSymbol: BitsPerSymbol,
  noiseVariance: number,
  { candidates, clip = 8 }: { candidates: number; clip?: number },
): { llr: Float64Array; margin: number } {
  const M = channel.length / received.length;
  const points = constellation(bitsPerSymbol);
  const { factor, rotated } = qr(channel, received);
  let list = [{ symbols: [] as number[], metric: 0 }]; // symbols from stream M − 1 on
  let margin = Infinity;
  for (let k = M - 1; k >= 0; k--) {
    const children = list.flatMap(({ symbols, metric }) =>
      Array.from({ length: points.length / 2 }, (_, s) => {
        const path = [...symbols, s];
        let [x, y] = [rotated[2 * k], rotated[2 * k + 1]];
        for (const [i, index] of path.entries()) {
          const [a, b] = factor.subarray(2 * (k * M + M - 1 - i));
          const [p, q] = points.subarray(2 * index);
          x -= a * p - b * q;
          y -= a * q + b * p;
        }
        return { symbols: path, metric: metric + x * x + y * y };
      }),
    );
    children.sort((a, b) => a.metric - b.metric);
    list = children.slice(0, candidates);
    const [worst, next] = [list[list.length - 1], children[candidates]];
    if (next) margin = Math.min(margin, (next.metric - worst.metric) / noiseVariance);
  }
  const llr = Float64Array.from({ length: M * bitsPerSymbol }, (_, i) => {
    const [m, b] = [Math.floor(i / bitsPerSymbol), i % bitsPerSymbol];
    const least = [Infinity, Infinity];
    for (const { symbols, metric } of list) {
      const bit = (symbols[M - 1 - m] >> (bitsPerSymbol - 1 - b)) & 1;
      least[bit] = Math.min(least[bit], metric);
    }
    return Math.max(-clip, Math.min(clip, (least[0] - least[1]) / noiseVariance));
  });
  return { llr, margin };
}
