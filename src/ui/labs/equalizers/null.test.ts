import { describe, expect, it } from "vitest";
import { gainsInBand } from "./null.ts";

describe("equalizers/null", () => {
  it("finds the minima, the largest gain and the carrier of two rays", () => {
    // 1 + 0.8·e^(−j2πf·0.4 µs): minima where f·0.4 is an odd half, at ±1.25 and ±3.75 MHz; at most 1.8, at 0 and ±2.5 and ±5 MHz.
    const frequencyMHz = Float32Array.from({ length: 512 }, (_, k) => (k / 512 - 0.5) * 20.625);
    const responseDb = frequencyMHz.map(
      (f) => 20 * Math.log10(Math.hypot(1 + 0.8 * Math.cos(0.8 * Math.PI * f), 0.8 * Math.sin(0.8 * Math.PI * f))),
    );
    const { highest, minima, carrier } = gainsInBand({ frequencyMHz, responseDb });
    expect(minima).toHaveLength(4);
    for (const [i, mhz] of [-3.75, -1.25, 1.25, 3.75].entries()) {
      expect(Math.abs(frequencyMHz[minima[i]] - mhz)).toBeLessThan(20.625 / 512);
    }
    expect(responseDb[highest]).toBeCloseTo(20 * Math.log10(1.8), 2);
    expect(frequencyMHz[carrier]).toBe(0);
  });
});
