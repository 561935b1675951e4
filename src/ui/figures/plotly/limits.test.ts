import { describe, expect, it } from "vitest";
import { calmLimits, type Limits } from "./limits.ts";
import type { Drawing } from "./drawing.ts";

const drawing = (y: ArrayLike<number | null>, layout: Drawing["layout"] = {}, more = {}): Drawing => ({
  traces: [{ type: "scatter", x: Array.from(y, (_, i) => i), y, ...more }],
  layout,
});

describe("limits of axes", () => {
  it("contain the data, with a margin above and below that does not cross zero", () => {
    expect(calmLimits(drawing([-10, null, 40, Number.NaN]), {})).toEqual({ xaxis: [0, 3], yaxis: [-14, 44] });
    expect(calmLimits(drawing([1, 101]), {}).yaxis).toEqual([0, 109]);
    expect(calmLimits(drawing([-101, -1]), {}).yaxis).toEqual([-109, 0]);
  });

  it("have a margin in decades on a logarithmic axis, and ignore values that it cannot show", () => {
    const [low, high] = calmLimits(drawing([0, 1e-3, 1e-1], { yaxis: { type: "log" } }), {}).yaxis;
    expect(Math.log10(low)).toBeCloseTo(-3.16, 9);
    expect(Math.log10(high)).toBeCloseTo(-0.84, 9);
  });

  it("leave alone axes that have a range, that carry other traces than curves, or that are empty", () => {
    expect(calmLimits(drawing([1, 2], { xaxis: { range: [0, 9] }, yaxis: { autorange: "reversed" } }), {})).toEqual({});
    expect(calmLimits(drawing([1, 2], {}, { type: "bar" }), {})).toEqual({});
    expect(calmLimits(drawing([null]), {})).toEqual({ xaxis: [0, 0] });
  });

  it("include the ends of error bars, on the trace's own axis", () => {
    const stems = { yaxis: "y2", error_y: { array: [0, 50], arrayminus: [100, 0] } };
    expect(calmLimits(drawing([100, 50], {}, stems), {})).toEqual({ xaxis: [0, 1], yaxis2: [0, 108] });
  });

  it("stay the same while the data are within them and fill them", () => {
    let limits: Limits = calmLimits(drawing([-50, 50]), {});
    const first = limits.yaxis;
    for (const top of [51, 57, 30, 49, 57.9]) {
      limits = calmLimits(drawing([-50, top]), limits);
      expect(limits.yaxis).toEqual(first);
    }
  });

  it("move the limit that the data exceed, and follow data that fill too little", () => {
    const before = calmLimits(drawing([-50, 50]), {});
    const wider = calmLimits(drawing([-40, 80]), before);
    expect(wider.yaxis[0]).toBe(before.yaxis[0]);
    expect(wider.yaxis[1]).toBeCloseTo(89.6, 9);
    // Alternating between the two moves nothing any more.
    expect(calmLimits(drawing([-50, 50]), wider)).toEqual({ ...wider });
    expect(calmLimits(drawing([-10, 10]), wider).yaxis).toEqual([-11.6, 11.6]);
  });
});
