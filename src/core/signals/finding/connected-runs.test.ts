import { describe, expect, it } from "vitest";
import { philox } from "../../random/philox.ts";
import { connectedRuns, wordsPerRow } from "./connected-runs.ts";

/** Farthest frames and bins of cells that are connected: one may lie between them. */
const REACH = 2;

/** Grids of cells that are active with a probability, of which some hold a block over a threshold. */
const GRIDS = [
  { frames: 40, bins: 64, active: 0.06, over: 0.05 },
  { frames: 40, bins: 128, active: 0.5, over: 0.01 },
  { frames: 9, bins: 128, active: 0.97, over: 0.001 },
  { frames: 50, bins: 16, active: 0.1, over: 0.1 },
  { frames: 30, bins: 256, active: 0.02, over: 1 },
];

/** Finds connected sets cell by cell, and returns the cells of those that hold a block. */
function setsOfCells(cells: readonly number[], frames: number, bins: number): Set<number>[] {
  const left = new Set([...cells.keys()].filter((at) => cells[at] > 0));
  const sets: Set<number>[] = [];
  for (const first of left) {
    const set = new Set([first]);
    for (const at of set) {
      left.delete(at);
      const [t, k] = [Math.floor(at / bins), at % bins];
      for (let u = Math.max(0, t - REACH); u <= Math.min(frames - 1, t + REACH); u++) {
        for (let l = Math.max(0, k - REACH); l <= Math.min(bins - 1, k + REACH); l++) {
          if (cells[u * bins + l] > 0) set.add(u * bins + l);
        }
      }
    }
    if ([...set].some((at) => cells[at] > 1)) sets.push(set);
  }
  return sets;
}

describe("connected runs", () => {
  it.each(GRIDS)("equal the sets that a search cell by cell finds: %o", ({ frames, bins, active, over }) => {
    const words = wordsPerRow(bins);
    const bits = new Uint32Array(3 * frames * words);
    // 0: no signal; 1: active; 2 and 3: with a short and a long block over its threshold.
    const cells = Array.from({ length: frames * bins }, (_, at) => {
      const [a, b, c] = philox([at, 0, 0, 0], [5, 0]).map((value) => value / 2 ** 32);
      const kind = a >= active ? 0 : b >= over ? 1 : c < 0.5 ? 2 : 3;
      const word = 3 * Math.floor(at / bins) * words + ((at % bins) >> 5);
      const bit = 1 << ((at % bins) & 31);
      if (kind > 0) bits[word] |= bit;
      if (kind > 1) bits[word + (kind - 1) * words] |= bit;
      return kind;
    });
    const found = connectedRuns(bits, [0, frames], bins);
    const expected = setsOfCells(cells, frames, bins).map((set) => [...set].sort((a, b) => a - b));
    const cellsOf = (runs: (typeof found)[number]) =>
      runs.flatMap(({ frame, low, high }) => Array.from({ length: high - low }, (_, i) => frame * bins + low + i));
    // In the order of frames and bins.
    expect(found.map(cellsOf)).toEqual(expected);
    for (const { frame, low, high, short, long } of found.flat()) {
      const own = cells.slice(frame * bins + low, frame * bins + high);
      expect([short, long]).toEqual([own.includes(2), own.includes(3)]);
    }
  });
});
