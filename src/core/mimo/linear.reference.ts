import type { BitsPerSymbol } from "../constellation/constellation.ts";
import { axisLevels } from "../constellation/constellation.ts";
import type { LinearDetectorConfig } from "./linear.ts";
import { equalizeLinear } from "./linear.float64.ts";

/** LLRs [M·B] of one use: H complex [N][M], y complex [N]. */
export function detectLinear(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
  bitsPerSymbol: BitsPerSymbol,
  noiseVariance: number,
  criterion: LinearDetectorConfig["criterion"],
): Float64Array {
  const { estimate, variance } = equalizeLinear(channel, received, noiseVariance, criterion);
  const levels = axisLevels(bitsPerSymbol, "38.211");
  return Float64Array.from({ length: variance.length * bitsPerSymbol }, (_, i) => {
    const [m, b] = [Math.floor(i / bitsPerSymbol), i % bitsPerSymbol];
    const z = estimate[2 * m + (b % 2)];
    const mask = 1 << (bitsPerSymbol / 2 - 1 - (b >> 1));
    const distance = (hypothesis: number) =>
      Math.min(...levels.filter((_, label) => Number((label & mask) > 0) === hypothesis).map((a) => (z - a) ** 2));
    return (distance(0) - distance(1)) / variance[m];
  });
}
