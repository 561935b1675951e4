import { describe, expect, it } from "vitest";
import { readPoints, writePoint } from "./complex-text.ts";

describe("filters/complex-text", () => {
  it.each([
    ["0.5, -2; 1e-3", [0.5, -2, 1e-3]],
    [
      "0.5+0.2j −0.3-1j",
      [
        [0.5, 0.2],
        [-0.3, -1],
      ],
    ],
    [
      "0.2j -.5i j -j 1+j 2-j",
      [
        [0, 0.2],
        [0, -0.5],
        [0, 1],
        [0, -1],
        [1, 1],
        [2, -1],
      ],
    ],
    ["1e-3-2e-4j", [[1e-3, -2e-4]]],
  ])("reads %s, and what it writes", (text, points) => {
    expect(readPoints(text)).toEqual(points);
    const written = points.map((point) => writePoint(point as number | [number, number])).join(", ");
    expect(readPoints(written)).toEqual(points);
  });

  it.each(["", "a", "1,,x", "1+", "1+2", "2k"])("refuses %j", (text) => {
    expect(readPoints(text)).toBeUndefined();
  });
});
