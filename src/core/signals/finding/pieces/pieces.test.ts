import { expect, it } from "vitest";
import { philox } from "../../../random/philox.ts";
import type { CellRun, RatioGrid } from "../regions.ts";
import { joinedPiece, pieceOf } from "./pieces.ts";

it("signals/finding: a joined piece is the piece of all runs", () => {
  const [frames, bins] = [40, 30];
  const random = (i: number) => philox([i, 0, 0, 0], [3, 5])[0] / 2 ** 32;
  const grid: RatioGrid = {
    ratios: Float32Array.from({ length: frames * bins }, (_, i) => 20 * random(i)),
    frames,
    bins,
  };
  const runsOf = (from: number, to: number, low: number): CellRun[] =>
    Array.from({ length: to - from }, (_, i): CellRun => {
      const high = low + 1 + Math.floor(8 * random(10_000 + 100 * low + i));
      return { frame: from + i, low, high, short: true, long: false };
    });
  const [a, b] = [runsOf(5, 30, 4), runsOf(12, 38, 15)];
  const joined = joinedPiece(grid, pieceOf(grid, a), pieceOf(grid, b), 7);
  const whole = pieceOf(
    grid,
    [...a, ...b].sort((x, y) => x.frame - y.frame),
    7,
  );
  const { envelope, spectrum, energy, peak, power, ...exact } = whole;
  expect(joined).toMatchObject(exact);
  // Sums of a thousand numbers in another order.
  const close = (x: number, y: number) => expect(Math.abs(x - y)).toBeLessThanOrEqual(1e-11 * Math.abs(y));
  close(joined.energy, energy);
  close(joined.peak, peak);
  close(joined.power, power);
  for (const [t, value] of envelope.entries()) close(joined.envelope[t], value);
  for (const [k, value] of spectrum.entries()) close(joined.spectrum[k], value);
});
