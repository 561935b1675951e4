import { describe, expect, it } from "vitest";
import { viewFilter } from "#core/filters/view.ts";
import { maskSentence, noiseSentence, passDelay, sizeSentence, stepSentence } from "./verdicts.ts";

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

  it("says size, overshoot and noise of filters whose values are known", () => {
    // 0.5, 1, 1.5, 1 on the way to 1: the step overshoots by half.
    const taps = viewFilter({ type: "taps", taps: [0.5, 0.5, 0.5, -0.5] });
    expect(sizeSentence(taps)).toBe("4 taps, 4 multiplications per sample.");
    expect(stepSentence(taps)).toBe("The step response overshoots by 50 %.");
    expect(stepSentence(viewFilter({ type: "taps", taps: [0.25, 0.5, 0.25] }))).toBe(
      "The step response does not overshoot.",
    );
    // A high-pass has no step to overshoot.
    expect(stepSentence(viewFilter({ type: "taps", taps: [0.5, -0.5] }))).toBeUndefined();
    // Four poles are two sections. A Butterworth filter of order 4 overshoots by 10.8 %.
    const butterworth = viewFilter({ type: "butterworth", order: 4, cutoff: 0.01 });
    expect(sizeSentence(butterworth)).toBe("Order 4, 10 multiplications per sample.");
    expect(stepSentence(butterworth)).toBe("The step response overshoots by 11 %.");
    expect(noiseSentence(butterworth)).toMatch(/^Rounding noise of float32: −\d+ dB\.$/);
  });
});
