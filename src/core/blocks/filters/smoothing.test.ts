import { expect, it } from "vitest";
import { inFloat64 } from "../testing.ts";

// GNU Radio 3.10.5: analog.fm_deemph(48000, 75e-6), of a step.
it("de-emphasizes at its own rate as GNU Radio, for any rate of the input", () => {
  const expected = [0.1226, 0.3379, 0.5003];
  const place = { hz: { in: 200_000 }, isOnCycle: false };
  const { out } = inFloat64("de-emphasis", { timeConstant: 75, rate: 48_000 }, { in: [1, 1, 1] }, 0, place);
  expected.forEach((value, n) => expect(Math.abs(out[n] - value)).toBeLessThan(6e-5));
});
