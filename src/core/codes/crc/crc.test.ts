import { describe, expect, it } from "vitest";
import { testRandom } from "../../gpu/testing.ts";
import { frameBits } from "../../random/bits.reference.ts";
import { type CrcName, crcBits, crcCheck, crcSyndromes } from "./crc.ts";

const names: CrcName[] = ["24A", "24B"];
const exponents: Record<CrcName, number[]> = {
  "24A": [24, 23, 18, 17, 14, 11, 10, 7, 6, 5, 4, 3, 1, 0],
  "24B": [24, 23, 6, 5, 1, 0],
};
const syndrome = (bits: ArrayLike<number>, name: CrcName) =>
  crcSyndromes(bits.length, name).reduce((sum, power, k) => (bits[k] ? sum ^ power : sum), 0);

describe.each(names)("turbo/crc %s", (name) => {
  it("is long division by the generator of TS 36.212, 5.1.1", () => {
    const random = testRandom(11);
    for (const length of [1, 7, 16, 100, 6120]) {
      const bits = Array.from({ length }, () => Number(random() < 0.5));
      const rest = [...bits, ...Array.from({ length: 24 }, () => 0)];
      for (let k = 0; k < length; k++) {
        if (rest[k]) for (const exponent of exponents[name]) rest[k + 24 - exponent] ^= 1;
      }
      expect([...crcBits(bits, name)]).toEqual(rest.slice(length));
      expect(syndrome([...bits, ...crcBits(bits, name)], name)).toBe(0);
    }
  });

  it("ends random frames with a valid check", () => {
    for (const length of [25, 40, 1000, 6144]) {
      const frame = frameBits(3, { length, seed: 12, check: crcCheck(length, name) });
      expect(frame.slice(-24)).toEqual([...crcBits(frame.slice(0, -24), name)]);
    }
  });

  it("catches every single and double error and every burst up to 24 bits", () => {
    const random = testRandom(12);
    const syndromes = crcSyndromes(6144, name);
    expect(new Set(syndromes).size).toBe(6144);
    expect(syndromes).not.toContain(0);
    for (let trial = 0; trial < 200; trial++) {
      const burst = Array.from({ length: 24 }, (_, i) => Number(i === 0 || random() < 0.5));
      const start = Math.floor(random() * (6144 - 24));
      expect(burst.reduce((sum, bit, i) => (bit ? sum ^ syndromes[start + i] : sum), 0)).not.toBe(0);
    }
  });
});

it("turbo/crc 24A and 24B give the known check values of the text 123456789", () => {
  const bits = [..."123456789"].flatMap((letter) => {
    const byte = letter.charCodeAt(0);
    return Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1);
  });
  const value = (name: CrcName) => Number.parseInt(crcBits(bits, name).join(""), 2);
  expect(value("24A").toString(16)).toBe("cde703"); // reveng catalogue: CRC-24/LTE-A
  expect(value("24B").toString(16)).toBe("23ef52"); // CRC-24/LTE-B
});
