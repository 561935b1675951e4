import { describe, expect, it } from "vitest";
import { type Path, pathsOf, response, tapsOf } from "./paths.ts";

describe("channel/paths", () => {
  it("converts attenuation, phase and delay", () => {
    const [path] = pathsOf([{ attenuationDb: 20, phaseDeg: 90, delayNs: -100 }], 20.625e6);
    expect(path.gain[0]).toBeCloseTo(0, 12);
    expect(path.gain[1]).toBeCloseTo(0.1, 12);
    expect(path.delay).toBeCloseTo(-2.0625, 12);
  });

  it("has the response of the sum of its delayed paths, fractions of a sample included", () => {
    const H = response([{ gain: [0, 2], delay: -1.5 }], 8);
    for (let k = 0; k < 8; k++) {
      const angle = Math.PI / 2 + (2 * Math.PI * 1.5 * (k < 4 ? k : k - 8)) / 8;
      expect(H[2 * k]).toBeCloseTo(2 * Math.cos(angle), 12);
      expect(H[2 * k + 1]).toBeCloseTo(2 * Math.sin(angle), 12);
    }
  });

  it.each<[string, Path[], number]>([
    [
      "whole",
      [
        { gain: [1, 0], delay: 3 },
        { gain: [0, -0.5], delay: 0 },
      ],
      4,
    ],
    [
      "fractional",
      [
        { gain: [1, 0], delay: -0.7 },
        { gain: [0.2, -0.5], delay: 2.25 },
      ],
      34,
    ],
  ])("becomes taps with the same response, from the earliest path on: %s delays", (_, paths, taps) => {
    const { gains, arrival } = tapsOf(paths);
    expect(gains.length).toBe(2 * taps);
    const earliest = Math.min(...paths.map(({ delay }) => delay));
    const expected = response(
      paths.map(({ gain, delay }) => ({ gain, delay: delay - earliest })),
      64,
    );
    const line = Array.from({ length: taps }, (_, l): Path => {
      return { gain: [gains[2 * l], gains[2 * l + 1]], delay: l - arrival };
    });
    for (const [i, value] of response(line, 64).entries()) {
      const carrier = (((i >> 1) + 32) % 64) - 32;
      if (Math.abs(carrier) <= 26) expect(Math.abs(value - expected[i])).toBeLessThan(3e-4);
    }
  });
});
