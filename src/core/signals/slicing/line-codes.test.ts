import { describe, expect, it } from "vitest";
import { testRandom } from "../../gpu/testing.ts";
import { OCTET_CRCS } from "../../codes/crc/catalogue.ts";
import { crcOfOctets } from "../../codes/crc/octets.ts";
import { findCrcs } from "./crc-search.ts";
import { decodeLine, LINE_CODES } from "./line-codes.ts";
import { guessLine } from "./line-guess.ts";
import { bitsOfText, findWord, hexOfBits, octetsOf, textOfBits } from "./octets.ts";
import { removeWhitening } from "./whitening.ts";

const onOff = { isOnOff: true };
const partsOf = (...args: Parameters<typeof decodeLine>) => decodeLine(...args).map(({ bits }) => bits);
const randomBits = (random: () => number, length: number) =>
  Array.from({ length }, () => (random() < 0.5 ? "1" : "0")).join("");
const bitsOfOctets = (octets: Iterable<number>) =>
  Array.from(octets, (octet) => octet.toString(2).padStart(8, "0")).join("");

/** Symbols per bit of line codes, as sent. */
const manchester = (bits: string) => bits.replaceAll(/./g, (bit) => (bit === "1" ? "10" : "01"));
/** EV1527, PT2262: a pulse of 3 or 1 in 4, then a pulse of 1 and a gap of 31. */
const ev1527 = (bits: string) => `${bits.replaceAll(/./g, (bit) => (bit === "1" ? "1110" : "1000"))}1${"0".repeat(31)}`;
/** Weather sensors: a pulse of 1, a gap of 2 or 4; between messages a gap of 9. */
const ppm = (bits: string) => `${bits.replaceAll(/./g, (bit) => (bit === "1" ? "10000" : "100"))}1000000000`;
const trimmed = (bits: string) => bits.replace(/^0+|0+$/g, "");

describe("signals/slicing/line-codes", () => {
  it.each([
    ["NRZ", "1101", ["1101"]],
    // The levels after 0, for 1 0 0 1 1 1 0 1 0 0 0 1, as GNU Radio's NRZI encoder sends them.
    ["NRZI", "0010000110100", ["100111010001"]],
    ["Manchester", "100110", ["101"]],
    // 1 is no change at the start of a bit: 10 10 is a change, 10 01 is none.
    ["differential", "1010011001", ["0111"]],
    ["PWM", "1000111010001110100011101000", ["0101010"]],
    ["PPM", "1001000010010000100100001", ["010101"]],
  ] as const)("%s: %s", (code, sliced, parts) => {
    expect(partsOf(code, sliced)).toEqual(parts);
  });

  it("Manchester: a violation starts a new part, and halves that are off at the ends come back", () => {
    const [first, second] = ["0110100", "110010110"];
    const sliced = trimmed(`${manchester(first)}000000${manchester(second)}`);
    expect(partsOf("Manchester", sliced, onOff)).toEqual([first, second]);
    // The pulse of the violation is on for three halves.
    expect(partsOf("Manchester", `${manchester("0100")}0111000${manchester("1100")}`)).toEqual(["0100", "1100"]);
  });

  it("has nothing to decode in no bits", () => {
    for (const code of LINE_CODES) expect(decodeLine(code, "")).toEqual([]);
  });

  it.each([
    ["Manchester", manchester, 40],
    ["PWM", ev1527, 24],
    ["PPM", ppm, 36],
  ] as const)("guesses %s and finds each of three messages", (line, encode, length) => {
    const random = testRandom(length);
    const messages = [0, 1, 2].map(() => randomBits(random, length));
    const gap = line === "Manchester" ? "000000" : "";
    const sliced = trimmed(messages.map((bits) => encode(bits) + gap).join(""));
    const [best] = guessLine(sliced, onOff);
    expect(best).toMatchObject({ line });
    expect(best.confidence).toBeGreaterThan(0.9);
    const found = best.parts.map(({ bits }) => bits);
    // The short pulse before the long gap of EV1527 is a 0 of its message.
    expect(found).toEqual(messages.map((bits) => (line === "PWM" ? `${bits}0` : bits)));
  });

  it("takes at most one of 200 random bit strings for another code than NRZ", () => {
    const random = testRandom(9);
    const wrong = Array.from({ length: 200 }, () => guessLine(randomBits(random, 100))[0]).filter(
      ({ line }) => line !== "NRZ",
    );
    expect(wrong.length).toBeLessThanOrEqual(1);
  });

  it("removes whitening: PN9 and CCSDS begin as their standards say, G3RUH is self-synchronizing", () => {
    // Texas Instruments, design note DN509; CCSDS 131.0-B, 10.4.
    expect(hexOfBits(removeWhitening("PN9", "0".repeat(72)))).toBe("ffe11d9aed853324ea");
    expect(hexOfBits(removeWhitening("CCSDS", "0".repeat(64)))).toBe("ff480ec09a0d70bc");
    const bits = randomBits(testRandom(2), 100);
    const sent: number[] = [];
    for (let k = 0; k < 100; k++) sent[k] = Number(bits[k]) ^ (sent[k - 12] ?? 0) ^ (sent[k - 17] ?? 0);
    expect(removeWhitening("G3RUH", sent.join(""))).toBe(bits);
    expect(removeWhitening("G3RUH", sent.slice(30).join("")).slice(17)).toBe(bits.slice(47));
    expect(removeWhitening("none", bits)).toBe(bits);
  });

  it("shows hex and characters in both bit orders, and finds sync words with errors", () => {
    expect(hexOfBits("0100100001101001")).toBe("4869");
    expect(textOfBits("0100100001101001")).toBe("Hi");
    expect(textOfBits("0001001010010110", "lowest first")).toBe("Hi");
    expect(octetsOf("1000000010000", "lowest first")).toEqual(Uint8Array.of(1));
    expect(bitsOfText("0x2d d4")).toBe("0010110111010100");
    expect(bitsOfText("0b101")).toBe("101");
    expect(() => bitsOfText("2dg4")).toThrow("hexadecimal");
    expect(findWord("1010010110111010100", bitsOfText("2dd4"))).toEqual([{ at: 3, errors: 0 }]);
    expect(findWord("0010110111010101", bitsOfText("2dd4"), 1)).toEqual([{ at: 0, errors: 1 }]);
    expect(findWord("1", "")).toEqual([]);
  });
});

describe("signals/slicing/crc-search", () => {
  const random = testRandom(31);
  const octets = (count: number) => Array.from({ length: count }, () => Math.floor(256 * random()));
  const reversed = (octet: number) => Number.parseInt([...octet.toString(2).padStart(8, "0")].toReversed().join(""), 2);
  const withCrc = (data: readonly number[], name: string, swapped = false) => {
    const crc = OCTET_CRCS.find((entry) => entry.name === name)!;
    const value = crcOfOctets(data, crc);
    const sent = crc.bits === 8 ? [value] : [value >> 8, value & 255];
    return [...data, ...(swapped ? sent.toReversed() : sent)];
  };

  it("finds the check of the frame that a CC1101 sent", () => {
    // Length, three octets, CRC (public capture of URH: cc1101).
    const [found] = findCrcs([bitsOfText("0378e289757e")]);
    expect(found).toMatchObject({
      name: "CRC-16/CMS",
      polynomial: 0x8005,
      start: 0,
      length: 32,
      order: "highest first",
    });
  });

  it.each([
    ["CRC-16/IBM-SDLC", true, true, 1],
    ["CRC-16/MODBUS", true, false, 1],
    ["CRC-16/XMODEM", false, false, 2],
    ["CRC-8/SMBUS", false, false, 3],
    ["CRC-8/MAXIM-DOW", false, true, 3],
  ])(
    "finds %s with its octets swapped: %j, sent lowest bit first: %j, in %i messages",
    (name, swapped, lowest, count) => {
      const messages = Array.from({ length: count }, () => withCrc(octets(8), name, swapped)).map((message) =>
        bitsOfOctets(lowest ? message.map(reversed) : message),
      );
      const found = findCrcs(messages);
      expect(found).toContainEqual(
        expect.objectContaining({
          name,
          isSwapped: swapped,
          start: 0,
          length: 64,
          order: lowest ? "lowest first" : "highest first",
        }),
      );
    },
  );

  it("says the place of a check after a header, and finds none in random bits, in zeros or in nothing", () => {
    const header = "1010011";
    const messages = [0, 1].map(() => header + bitsOfOctets(withCrc(octets(6), "CRC-16/XMODEM")));
    const starts = Array.from({ length: 16 }, (_, k) => k);
    expect(findCrcs(messages, { starts })[0]).toMatchObject({ name: "CRC-16/XMODEM", start: 7, length: 48 });
    expect(findCrcs(messages, { starts, polynomials: [0x8005] })).toEqual([]);
    expect(findCrcs(["0".repeat(64)])).toEqual([]);
    expect(findCrcs([])).toEqual([]);
    // 500 searches of a chance below 0.01 each may find five.
    const wrong = Array.from({ length: 500 }, () => findCrcs([randomBits(random, 64)], { starts: [0] })).flat();
    expect(wrong.length).toBeLessThanOrEqual(5);
  });
});
