import { describe, expect, it } from "vitest";
import { SCRAMBLER_PERIOD, scramblerSequence, scramblerState } from "./scrambler.ts";

const states = Array.from({ length: 127 }, (_, i) => i + 1);

describe("scrambler", () => {
  it("starts from all ones with the sequence printed in the standard, 18.3.5.5", () => {
    const printed =
      "00001110 11110010 11001001 00000010 00100110 00101110 10110110 00001100 " +
      "11010100 11100111 10110100 00101010 11111010 01010001 10111000 1111111";
    expect(scramblerSequence(127, 127).join("")).toBe(printed.replaceAll(" ", ""));
  });

  it("obeys s[n] = s[n−7] + s[n−4] and has a period of 127 from every state", () => {
    for (const state of states) {
      const sequence = scramblerSequence(state, 3 * SCRAMBLER_PERIOD);
      expect(sequence.slice(7)).toEqual(sequence.slice(7).map((_, n) => sequence[n] ^ sequence[n + 3]));
      const [first, second] = [sequence.slice(0, SCRAMBLER_PERIOD), sequence.slice(SCRAMBLER_PERIOD, 254)];
      expect(second).toEqual(first);
      expect(first.reduce((ones, bit) => ones + bit)).toBe(64);
    }
  });

  it("shows every state in the first seven bits", () => {
    for (const state of [0, ...states]) expect(scramblerState(scramblerSequence(state, 7))).toBe(state);
  });
});
