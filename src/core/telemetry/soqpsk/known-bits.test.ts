import { expect, it } from "vitest";
import { knownBits, knownWords } from "./known-bits.ts";

it("sends CD98 eight times, then the sync marker, most significant bit first", () => {
  const text = knownBits.join("");
  expect(text.slice(0, 128)).toBe("1100110110011000".repeat(8));
  expect(BigInt(`0b${text.slice(128)}`)).toBe(0x034776c7272895b0n);
});

it("packs the first bit into the lowest place", () => {
  const unpacked = knownWords.flatMap((word) => Array.from({ length: 32 }, (_, k) => (word >>> k) & 1));
  expect(unpacked).toEqual(knownBits);
  expect(knownWords[0]).toBe(0x19b319b3);
});
