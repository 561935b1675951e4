import { expect, it } from "vitest";
import { modulate } from "./modulator.float64.ts";
import { PRINCIPAL_PULSES, PULSE_REACH } from "./principal-pulses.ts";
import { PULSE_LEAD } from "./pulse.ts";

/** A bit in whose frame j^k = 1, with all bits that its samples depend on. */
const BIT = 12;
const FIRST = BIT - 7;
const FREE = 12;

it("are the signal's exact means with one bit, and with the product of three, and hold all of its power but 0.15 %", () => {
  const means = PRINCIPAL_PULSES.map((pulse) => pulse.map(() => 0));
  for (let window = 0; window < 2 ** FREE; window++) {
    const bits = Array.from({ length: FIRST + FREE + 4 }, (_, k) => (k >= FIRST ? (window >> (k - FIRST)) & 1 : 0));
    const turned = (k: number) => (2 * bits[k] - 1) * (k % 4 < 2 ? 1 : -1);
    const product = turned(BIT - 1) * turned(BIT) * turned(BIT + 1);
    const samples = modulate(bits, PULSE_LEAD / 2 + BIT - PULSE_REACH / 2, means[0].length);
    for (let n = 0; n < means[0].length; n++) {
      means[0][n] += (turned(BIT) * samples[2 * n]) / 2 ** FREE;
      means[1][n] += (product * samples[2 * n]) / 2 ** FREE;
    }
  }
  for (const [s, pulse] of PRINCIPAL_PULSES.entries()) {
    for (const [n, value] of pulse.entries()) expect(value, `p${s}(${n - PULSE_REACH})`).toBeCloseTo(means[s][n], 6);
  }
  // Two samples per bit, and a unit envelope.
  const power = PRINCIPAL_PULSES.flat().reduce((sum, value) => sum + value * value, 0) / 2;
  expect(1 - power).toBeCloseTo(0.0015, 4);
});
