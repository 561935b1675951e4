import { describe, expect, it } from "vitest";
import { testRandom } from "../../gpu/testing.ts";
import { frameBits } from "../../random/bits.reference.ts";
import { type LinearCrcName, crcBits, crcCheck, crcLength, crcSyndromes } from "./crc.ts";

/** Exponents of the generators, as TS 38.212 prints them. */ const exponents: Record<LinearCrcName, number[]> = {
  "24A": [24, 23, 18, 17, 14, 11, 10, 7, 6, 5, 4, 3, 1, 0],
  "24B": [24, 23, 6, 5, 1, 0],
  "24C": [24, 23, 21, 20, 17, 15, 13, 12, 8, 4, 2, 1, 0],
  "16": [16, 12, 5, 0],
  "11": [11, 10, 9, 5, 0],
  "6": [6, 5, 0],
};
const names = Object.keys(exponents) as LinearCrcName[];
const syndrome = (bits: ArrayLike<number>, name: LinearCrcName) =>
  crcSyndromes(bits.length, name).reduce((sum, power, k) => (bits[k] ? sum ^ power : sum), 0);

describe.each(names)("codes/crc %s", (name) => {
  const [size] = exponents[name];

  it("is long division by the generator of TS 38.212, 5.1", () => {
    expect(crcLength(name)).toBe(size);
    const random = testRandom(11);
    for (const length of [1, 7, 16, 100, 6120]) {
      const bits = Array.from({ length }, () => Number(random() < 0.5));
      const rest = [...bits, ...Array.from({ length: size }, () => 0)];
      for (let k = 0; k < length; k++) {
        if (rest[k]) for (const exponent of exponents[name]) rest[k + size - exponent] ^= 1;
      }
      expect([...crcBits(bits, name)]).toEqual(rest.slice(length));
      expect(syndrome([...bits, ...crcBits(bits, name)], name)).toBe(0);
    }
  });

  it("ends random frames with a valid check", () => {
    for (const length of [25, 40, 1000, 6144]) {
      const frame = frameBits(3, { length, seed: 12, check: crcCheck(length, name) });
      expect(frame.slice(-size)).toEqual([...crcBits(frame.slice(0, -size), name)]);
    }
  });

  it("catches every single error, double errors within its period, and every burst up to its length", () => {
    const random = testRandom(12);
    const syndromes = crcSyndromes(6144, name);
    expect(syndromes).not.toContain(0);
    const period = { "24A": 6144, "24B": 6144, "24C": 6144, "16": 6144, "11": 2047, "6": 63 }[name];
    expect(new Set(syndromes).size).toBe(period);
    for (let trial = 0; trial < 200; trial++) {
      const burst = Array.from({ length: size }, (_, i) => Number(i === 0 || random() < 0.5));
      const start = Math.floor(random() * (6144 - size));
      expect(burst.reduce((sum, bit, i) => (bit ? sum ^ syndromes[start + i] : sum), 0)).not.toBe(0);
    }
  });
});

/** The bits of the text 123456789, each octet's most or least significant bit first. */
const digits = (first: "most" | "least") =>
  [..."123456789"].flatMap((letter) => {
    const octet = letter.charCodeAt(0);
    return Array.from({ length: 8 }, (_, i) => (octet >> (first === "most" ? 7 - i : i)) & 1);
  });

it.each([
  { name: "24A", value: 0xcde703, catalogue: "CRC-24/LTE-A" },
  { name: "24B", value: 0x23ef52, catalogue: "CRC-24/LTE-B" },
  { name: "16", value: 0x31c3, catalogue: "CRC-16/XMODEM" },
  { name: "32", value: 0xfc891918, catalogue: "CRC-32/BZIP2" },
] as const)("codes/crc $name gives the check value of $catalogue in reveng's catalogue", ({ name, value }) => {
  expect(Number.parseInt(crcBits(digits("most"), name).join(""), 2)).toBe(value);
});

it.each([
  { name: "32", value: 0xcbf43926, catalogue: "CRC-32/ISO-HDLC" },
  { name: "X.25", value: 0x906e, catalogue: "CRC-16/IBM-SDLC" },
  { name: "BLE", value: 0xc25a56, catalogue: "CRC-24/BLE" },
] as const)(
  "codes/crc $name gives the check value of $catalogue, which sends each octet's least significant bit first",
  ({ name, value }) => {
    const parity = crcBits(digits("least"), name);
    expect(Number.parseInt([...parity].toReversed().join(""), 2)).toBe(value);
  },
);

it("codes/crc 32 ends random frames with a valid check", () => {
  for (const length of [40, 1000, 32760]) {
    const frame = frameBits(4, { length, seed: 12, check: crcCheck(length, "32") });
    expect(frame.slice(-32)).toEqual([...crcBits(frame.slice(0, -32), "32")]);
  }
});

it("codes/crc 32 catches every burst up to 32 bits in random frames, and every leading zero that is lost", () => {
  const random = testRandom(13);
  const bit = () => Number(random() < 0.5);
  for (let trial = 0; trial < 200; trial++) {
    const frame = Array.from({ length: 33 + Math.floor(random() * 2000) }, bit);
    const parity = crcBits(frame, "32").join();
    const burst = frame.slice();
    const start = Math.floor(random() * (frame.length - 32));
    for (let i = 0; i < 32; i++) burst[start + i] ^= i ? bit() : 1;
    expect(crcBits(burst, "32").join()).not.toBe(parity);
    expect(crcBits([0, ...frame], "32").join()).not.toBe(parity);
  }
});
