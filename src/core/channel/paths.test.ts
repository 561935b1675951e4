import { describe, expect, it } from "vitest";
import { pathsOf, response } from "./paths.ts";

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
});
