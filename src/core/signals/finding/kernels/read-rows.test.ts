import { describe, expect, it } from "vitest";
import type { LineBand } from "../lines.ts";
import { resolutionsFor } from "../resolution.ts";
import { type KnownGrid, rowsRead } from "./read-rows.ts";

const FRAMES = 2000;
const [long, short] = resolutionsFor(2.4e6, 1e8);
const flat = { gain: new Float64Array(FRAMES).fill(1) };

/** Two grids, and the frames in which each holds blocks over a threshold. */
function grids(
  [duringLong, duringShort]: readonly (readonly [number, number] | undefined)[],
  { bands = [], quartile = 0.29 }: { bands?: LineBand[]; quartile?: number } = {},
): KnownGrid[] {
  const sizes = [FRAMES, (FRAMES - 1) * 16 + 61];
  return [long, short].map((resolution, i) => {
    const lower = new Float64Array(resolution.length).fill(0.29);
    lower[resolution.length / 2] = quartile;
    const during = [duringLong, duringShort][i];
    const activity = { cells: 9, short: Number(during !== undefined), long: 0, during };
    return { resolution, frames: sizes[i], bands, quartiles: { lower, upper: lower }, activity };
  });
}

/** Returns the samples of frames [from, to). */
const samplesOf = ([from, to]: readonly [number, number], i: number) => {
  const { hop, length } = [long, short][i];
  return [from * hop, (to - 1) * hop + length];
};

describe("the rows of cells that are read", () => {
  it.each([
    [[800, 1000], undefined],
    [undefined, [12_800, 16_000]],
    [
      [900, 1000],
      [12_800, 12_900],
    ],
    [[1, 20], undefined],
    [
      [1980, 1999],
      [31_900, 32_000],
    ],
  ] as const)("hold the blocks %j and %j with 30 frames on each side, in both grids", (...during) => {
    const known = grids(during);
    const rows = rowsRead(known, flat)!;
    const end = (FRAMES - 1) * long.hop + long.length;
    for (const [i, block] of during.entries()) {
      if (!block) continue;
      const [first, stop] = samplesOf(block, i);
      for (const [j, { read, regions }] of rows.entries()) {
        const [from, to] = samplesOf(regions, j);
        expect(from).toBeLessThanOrEqual(Math.max(0, first - 30 * long.hop));
        expect(to).toBeGreaterThanOrEqual(Math.min(end, stop + 30 * long.hop));
        // A search may look 16 frames beyond a region.
        expect(read[0]).toBe(Math.max(0, regions[0] - 16 * Number(read[0] > 0)));
        expect(read[1]).toBe(Math.min(known[j].frames, regions[1] + 16 * Number(read[1] < known[j].frames)));
        // The offset in float32 cells and in bits is a multiple of 8 bytes.
        expect(read[0] % 2).toBe(0);
      }
    }
  });

  it("are fewer than a fifth for a burst of a tenth of the frames", () => {
    for (const [i, { read }] of rowsRead(grids([[800, 1000], undefined]), flat)!.entries()) {
      expect(read[1] - read[0]).toBeLessThan(grids([])[i].frames / 5);
    }
  });

  it("are all rows where a search needs them: with lines, a constant, or noise that is louder for some time", () => {
    const during = [[800, 1000], undefined] as const;
    expect(rowsRead(grids(during, { bands: [[3, 9]] }), flat)).toBeUndefined();
    expect(rowsRead(grids(during, { quartile: 0.9 }), flat)).toBeUndefined();
    expect(rowsRead(grids(during), { gain: flat.gain.map((value, t) => (t < 50 ? 2.1 : value)) })).toBeUndefined();
    expect(rowsRead(grids([undefined, undefined]), flat)).toBeUndefined();
  });
});
