import { describe, expect, it } from "vitest";
import { viewFilter } from "#core/filters/view.ts";
import { maskSentence, passDelay } from "./verdicts.ts";

describe("filters/verdicts", () => {
  it.each([
    // Its zeros are on the circle, where the gain is −∞ dB.
    [{ type: "elliptic", pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000 } as const],
    [{ type: "remez", pass: [0.3, 0.5], stop: [0.25, 0.6], ripple: 0.5, attenuation: 50 } as const],
  ])("says by how many dB the filter keeps its mask: %o", (spec) => {
    expect(maskSentence(viewFilter(spec))).toMatch(
      /^The mask is kept, in the pass band (exactly|with [\d.]+ dB to spare), in the stop band (exactly|with [\d.]+ dB to spare)\.$/,
    );
  });

  it("gives the delay at the −3 dB points of a narrow notch, between the points of its grid", () => {
    const angle = (2 * Math.PI * 50) / 8000;
    const at = (radius: number): [number, number] => [radius * Math.cos(angle), radius * Math.sin(angle)];
    const { least, most } = passDelay(
      viewFilter({ type: "zeros-poles", zeros: [at(1)], poles: [at(0.999)], frequency: 1000, level: 1, rate: 8000 }),
    );
    // Computed from the zeros and poles: −3.01 dB at 48.726 Hz, where the delay is 499.5 samples.
    expect(most).toBeGreaterThan(0.99 * 499.5);
    expect(most).toBeLessThan(1.01 * 499.5);
    expect(least).toBe(0);
  });
});
