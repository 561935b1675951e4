import { describe, expect, it } from "vitest";
import { createOscillator, phaseOf, phaseTurns, phaseWords } from "./phase.ts";

describe("analog/phase", () => {
  it("splits phases into words, and wraps them", () => {
    expect(phaseWords(phaseOf(0.25))).toEqual([0, 2 ** 30]);
    expect(phaseWords(phaseOf(-0.25))).toEqual([0, 3 * 2 ** 30]);
    expect(phaseWords(3n)).toEqual([3, 0]);
    expect(phaseTurns(phaseOf(0.75))).toBe(-0.25);
    expect(phaseTurns(phaseOf(5.125))).toBe(0.125);
  });

  it("continues the phase when the frequency changes, and finds it for a run from the middle", () => {
    const oscillator = createOscillator();
    const [slow, fast] = [phaseOf(1 / 64), phaseOf(1 / 16)];
    expect(oscillator.advance({ first: 0, length: 10 }, slow)).toBe(0n);
    expect(oscillator.advance({ first: 10, length: 6 }, fast)).toBe(10n * slow);
    expect(oscillator.advance({ first: 16, length: 6 }, slow)).toBe(10n * slow + 6n * fast);
    oscillator.reset();
    expect(oscillator.advance({ first: 0, length: 1 }, fast)).toBe(0n);
    expect(oscillator.advance({ first: 1000, length: 1 }, fast)).toBe(1000n * fast);
  });
});
