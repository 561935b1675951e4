import { describe, expect, it } from "vitest";
import { viewFilter } from "#core/filters/view.ts";
import { maskSentence } from "./verdicts.ts";

describe("filters/verdicts", () => {
  it.each([
    // Its zeros lie on the circle, where the gain is −∞ dB.
    [{ type: "elliptic", pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000 } as const],
    [{ type: "remez", pass: [0.3, 0.5], stop: [0.25, 0.6], ripple: 0.5, attenuation: 50 } as const],
  ])("tells by how many dB a mask is kept: %o", (spec) => {
    expect(maskSentence(viewFilter(spec))).toMatch(
      /^The mask is kept, in the pass band (exactly|with [\d.]+ dB to spare), in the stop band (exactly|with [\d.]+ dB to spare)\.$/,
    );
  });
});
