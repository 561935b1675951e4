import { describe, expect, it } from "vitest";
import { NEXT_STATE, PARITY, TURBO_STATES, TAIL_STEPS } from "./trellis.ts";
import { TAIL_BIT } from "./trellis.reference.ts";

const bits = { length: 40 };

describe("turbo/trellis", () => {
  it("divides by 1 + D² + D³ and multiplies by 1 + D + D³", () => {
    // An impulse: a(D) = 1/(1 + D² + D³), z(D) = a(D)·(1 + D + D³).
    const a: number[] = [];
    const past = (list: number[], n: number) => list[n] ?? 0;
    Array.from(bits, (_, n) => a.push(Number(n === 0) ^ past(a, n - 2) ^ past(a, n - 3)));
    let state = 0;
    const parity = Array.from(bits, (_, n) => {
      const bit = Number(n === 0);
      const z = PARITY[state][bit];
      state = NEXT_STATE[state][bit];
      return z;
    });
    expect(parity).toEqual(Array.from(bits, (_, n) => past(a, n) ^ past(a, n - 1) ^ past(a, n - 3)));
  });

  it("enters each state from two others, the parity bits of a pair of branches being complementary", () => {
    const entered = NEXT_STATE.flat().toSorted((a, b) => a - b);
    expect(entered).toEqual(Array.from({ length: 2 * TURBO_STATES }, (_, i) => i >> 1));
    for (const [zero, one] of PARITY) expect(zero ^ one).toBe(1);
  });

  it("ends in state 0 after three tail steps from any state", () => {
    for (let start = 0; start < TURBO_STATES; start++) {
      let state = start;
      for (let n = 0; n < TAIL_STEPS; n++) state = NEXT_STATE[state][TAIL_BIT[state]];
      expect(state).toBe(0);
    }
  });
});
