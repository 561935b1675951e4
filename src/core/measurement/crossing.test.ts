import { describe, expect, it } from "vitest";
import { crossingOf } from "./crossing.ts";

const curve = (...rates: (number | null)[]) => rates.map((rate, i) => ({ ebn0Db: i / 10, rate }));

describe("crossing", () => {
  it("interpolates in the logarithm of the rate", () => {
    expect(crossingOf(curve(1e-1, 1e-3, 1e-5), 1e-4)).toEqual({ ebn0Db: expect.closeTo(0.15, 12) });
    expect(crossingOf(curve(1e-1, 1e-3, 1e-5).toReversed(), 1e-2)).toEqual({ ebn0Db: expect.closeTo(0.05, 12) });
  });

  it("accepts a point on the target, and skips points without a rate", () => {
    expect(crossingOf(curve(1e-1, 1e-4), 1e-4)).toEqual({ ebn0Db: 0.1 });
    expect(crossingOf(curve(1e-1, null, 1e-5), 1e-3)).toEqual({ ebn0Db: expect.closeTo(0.1, 12) });
  });

  it.each([
    [[], "not counted yet"],
    [[null], "not counted yet"],
    [[1e-1, 1e-2], "still above the target at 0.1 dB"],
    [[1e-5, 1e-6], "already below the target at 0 dB"],
    [[1e-1, 1e-2, 0], "without an error at 0.2 dB"],
  ])("explains why the points %j do not bracket the target", (rates, why) => {
    expect(crossingOf(curve(...rates), 1e-4)).toEqual({ ebn0Db: null, why });
  });
});
