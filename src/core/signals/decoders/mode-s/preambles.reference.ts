import { OFFSET_BLOCK, envelopeOf, startsInBlock } from "./envelope.ts";
import type { SearchGrid } from "./search.ts";

/** Returns the steps of a block at which the pulses of a preamble stand out by the factors of the search, times `slack`. */
export function preambles(grid: SearchGrid, samples: Float32Array, size: number, slack = 1): number[] {
  const block = { first: 0, size, samples: samples.slice(), from: 0, to: samples.length / 2 };
  const { magnitudes } = envelopeOf(grid, block);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return Array.from({ length: startsInBlock(grid, Math.min(size, OFFSET_BLOCK)) }, (_, g) => g).filter((g) => {
    const at = (...chips: number[]) => chips.map((chip) => magnitudes[g + grid.chips[chip]]);
    const pulses = at(0, 2, 7, 9);
    const power = slack * mean(pulses);
    if (!(power > 0 && power >= 1.9 * mean(at(4, 5, 11, 12, 13, 14)))) return false;
    if (slack * (pulses[0] + pulses[1]) < 1.6 * at(1)[0] || slack * (pulses[2] + pulses[3]) < 1.6 * at(8)[0])
      return false;
    return slack * Math.min(...pulses) >= 0.35 * mean(pulses);
  });
}
