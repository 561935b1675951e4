import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { firdes, windowTaps } from "./firdes.ts";

interface Vector {
  call: string;
  given: (number | string)[];
  taps: (number | [number, number])[];
}

const { designs } = JSON.parse(readFileSync(new URL("firdes-vectors.json", import.meta.url), "utf8")) as {
  designs: Vector[];
};

describe("filter-design/firdes", () => {
  // float32 has a step of 6e-8. GNU Radio sums up to 115 products, and the phases of complex taps, in it.
  it.each(designs)("gives GNU Radio's taps of $call($given)", ({ call, given, taps: expected }) => {
    const [kind, name] = call.split(".");
    const taps = kind === "firdes" ? firdes(name, given) : windowTaps(name, given, () => {});
    const pairs = expected.map((tap) => (typeof tap === "number" ? [tap, 0] : tap));
    const largest = Math.max(...pairs.flat().map(Math.abs), 1);
    expect(taps.length).toBe(pairs.length);
    for (const [k, { re, im }] of taps.entries()) {
      expect(Math.hypot(re - pairs[k][0], im - pairs[k][1]), `tap ${k}`).toBeLessThan(4e-7 * largest);
    }
  });

  it.each<[string, (number | string)[], string]>([
    ["equiripple", [11], "there is no design firdes.equiripple; the designs are low_pass, high_pass"],
    ["constructor", [1], "there is no design firdes.constructor"],
    ["complex_band_reject_2", [1, 1, 0.1, 0.2, 0.1, 60], "there is no design firdes.complex_band_reject_2"],
    ["complex_low_pass", [1, 48000, 5000, 1000], "there is no design firdes.complex_low_pass"],
    ["low_pass", [1, 48000, "cutoff", 1000], "the cutoff must be a number, got cutoff"],
    ["low_pass", [1, 48000, 5000], "the transition width must be a number, got nothing"],
    ["low_pass", [1, 48000, 5000, 1e-9], "taps, expected fewer than 65536; use a wider transition"],
    ["low_pass", [1, 48000, 30_000, 1000], "the cutoff must rise from 0 to half the sample rate, 24000, got 30000"],
    ["low_pass", [1, 48000, 5000, 1000, 0, 1, 2], "takes at most 6 arguments, got 7"],
    ["low_pass", [1, 48000, 5000, 1000, "window.WIN_TUKEY"], "there is no window window.WIN_TUKEY"],
    ["band_pass", [1, 48000, 5000, 4000, 1000], "got 5000 and 4000"],
    ["complex_band_pass", [1, 48000, -30_000, 4000, 1000], "must rise from -24000 to half the sample rate"],
    ["hilbert", [8], "must be odd, got 8"],
    ["gaussian", [1, 4, 0.35, 1e9], "the number of taps must be from 1 to 65536"],
    ["root_raised_cosine", [1, 4, 1, 0, 11], "the roll-off must be above 0 and at most 1, got 0"],
    ["root_raised_cosine", [1, 4, 1, 0.5], "takes 5 arguments, got 4"],
  ])("refuses %s(%j)", (design, given, message) => {
    expect(() => firdes(design, given)).toThrow(RangeError);
    expect(() => firdes(design, given)).toThrow(message);
  });

  it("announces its taps before it computes them", () => {
    const refuse = () => {
      throw new RangeError("too many");
    };
    expect(() => firdes("root_raised_cosine", [1, 4, 1, 0.35, 65_000], refuse)).toThrow("too many");
  });
});
