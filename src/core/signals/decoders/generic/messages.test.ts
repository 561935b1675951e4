import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testRandom } from "../../../gpu/testing.ts";
import { OCTET_CRCS } from "../../../codes/crc/catalogue.ts";
import { crcOfOctets } from "../../../codes/crc/octets.ts";
import { bitsOfText } from "../../slicing/octets.ts";
import { removeWhitening } from "../../slicing/whitening.ts";
import { createMessageGroups, type SlicedBurst } from "./messages.ts";

const burstOf = (bits: string, isOnOff: boolean, start = 0, centreHz = 0): SlicedBurst => ({
  bits,
  isOnOff,
  start,
  stop: start + 100 * bits.length,
  centreHz,
  bandwidthHz: 20e3,
  snrDb: 20,
  confidence: 0.99,
});

const messagesOf = (bursts: SlicedBurst[]) => {
  const groups = createMessageGroups(1e9);
  return [...bursts.flatMap((burst) => groups.push(burst)), ...groups.end()];
};

const randomBits = (random: () => number, length: number) =>
  Array.from({ length }, () => (random() < 0.5 ? "1" : "0")).join("");
const bitsOfOctets = (octets: Iterable<number>) =>
  Array.from(octets, (octet) => octet.toString(2).padStart(8, "0")).join("");
const trimmed = (bits: string) => bits.replace(/^0+|0+$/g, "");
const ev1527 = (bits: string) => `${bits.replaceAll(/./g, (bit) => (bit === "1" ? "1110" : "1000"))}1${"0".repeat(31)}`;
const manchester = (bits: string) => bits.replaceAll(/./g, (bit) => (bit === "1" ? "10" : "01"));

const summary = (bursts: SlicedBurst[]) =>
  messagesOf(bursts).map(({ line, repeats, bits, crc }) => ({ line, repeats, bits, crc: crc?.name }));

describe("signals/decoders/generic/messages", () => {
  const random = testRandom(12);

  it("groups the repeats of a remote control (PWM) over gaps and bursts, without the cut one at the end", () => {
    const code = "010111001010011110001011";
    const whole = trimmed(ev1527(code).repeat(3));
    const bursts = [burstOf(whole, true), burstOf(trimmed(ev1527(code) + ev1527(code.slice(0, 12))), true, 1e6)];
    const [message, ...others] = messagesOf(bursts);
    expect(message).toMatchObject({ line: "PWM", repeats: 4, bits: `${code}0`, start: 0, crc: null });
    // 97 of the burst's symbols, of 100 samples each.
    expect(message.stop).toBe(9700);
    expect(others).toEqual([]);
  });

  it("keeps different messages apart, and equal ones of other carriers", () => {
    const [first, second] = [0, 1].map(() => randomBits(random, 72));
    const bursts = [first, second, first].map((bits, k) => burstOf(trimmed(manchester(bits)), true, 1e6 * k));
    expect(summary(bursts)).toEqual([
      { line: "Manchester", repeats: 2, bits: first, crc: undefined },
      { line: "Manchester", repeats: 1, bits: second, crc: undefined },
    ]);
    const apart = [first, first].map((bits, k) => burstOf(trimmed(manchester(bits)), true, 1e6 * k, 1e5 * k));
    expect(summary(apart).map(({ repeats }) => repeats)).toEqual([1, 1]);
  });

  it("finds the sync word, the whitening and the check of a CC1101 frame, in either preamble length", () => {
    const crc = OCTET_CRCS.find(({ name }) => name === "CRC-16/CMS")!;
    const data = [5, 1, 2, 3, 4, 5];
    const value = crcOfOctets(data, crc);
    const payload = bitsOfOctets([...data, value >> 8, value & 255]);
    // Whitening is its own inverse.
    const sent = bitsOfText("d391d391") + removeWhitening("PN9", payload);
    const bursts = [32, 33].map((length, k) => burstOf("10".repeat(20).slice(-length) + sent + "01", false, 1e5 * k));
    const [message, ...others] = messagesOf(bursts);
    expect(message).toMatchObject({ line: "NRZ", repeats: 2, sync: bitsOfText("d391d391"), whitening: "PN9", payload });
    expect(message.crc).toMatchObject({ name: "CRC-16/CMS", start: 0, length: 48 });
    expect(others).toEqual([]);
  });

  it("finds the sync word and the check of one frame in Manchester, after a preamble of alternating or of equal bits", () => {
    const crc = OCTET_CRCS.find(({ name }) => name === "CRC-16/IBM-3740")!;
    const data = Array.from({ length: 9 }, () => Math.floor(256 * random()));
    const value = crcOfOctets(data, crc);
    const payload = bitsOfOctets([...data, value >> 8, value & 255]);
    for (const preamble of ["10".repeat(16), "1".repeat(24), "0".repeat(24)]) {
      const bits = `${preamble}${bitsOfText("2dd4")}${payload}`;
      const [message, ...others] = messagesOf([burstOf(manchester(bits), false)]);
      expect(message).toMatchObject({ line: "Manchester", bits, sync: bitsOfText("2dd4"), payload });
      expect(message.crc).toMatchObject({ name: "CRC-16/IBM-3740", start: 0, length: 72 });
      expect(others).toEqual([]);
    }
  });

  it("finds the check of two messages of one carrier, also where their bursts' measured carriers and bandwidths differ a little", () => {
    const crc = OCTET_CRCS.find(({ name }) => name === "CRC-16/IBM-3740")!;
    const messages = [0, 1].map(() => {
      const data = Array.from({ length: 8 }, () => Math.floor(256 * random()));
      const value = crcOfOctets(data, crc);
      return bitsOfOctets([...data, value >> 8, value & 255]);
    });
    const bursts = messages.map((bits, k) => ({
      ...burstOf(trimmed(manchester(bits)), true, 1e6 * k, -628_556 - 57 * k),
      bandwidthHz: 12_280 - 3200 * k,
    }));
    expect(messagesOf(bursts).map((message) => message.crc?.name)).toEqual(["CRC-16/IBM-3740", "CRC-16/IBM-3740"]);
  });

  it("finds a CRC-8 in three different messages of a weather sensor (PPM)", () => {
    const crc = OCTET_CRCS.find(({ name }) => name === "CRC-8, 0x31 from 0")!;
    const messages = [0, 1, 2].map(() => {
      const data = Array.from({ length: 4 }, () => Math.floor(256 * random()));
      return bitsOfOctets([...data, crcOfOctets(data, crc)]);
    });
    const ppm = (bits: string) => `${bits.replaceAll(/./g, (bit) => (bit === "1" ? "10000" : "100"))}1`;
    const found = messagesOf(
      messages.map((bits, k) => burstOf(`${ppm(bits)}${"0".repeat(9)}${ppm(bits)}`, true, 1e6 * k)),
    );
    expect(found.map(({ line, repeats, bits }) => ({ line, repeats, bits }))).toEqual(
      messages.map((bits) => ({ line: "PPM", repeats: 2, bits })),
    );
    for (const { crc: check } of found)
      expect(check).toMatchObject({ bits: 8, polynomial: 0x31, start: 0, length: 32 });
  });

  it("returns a message when it did not come again in its window, and a fragment of it not at all", () => {
    const code = "010111001010011110001011";
    const whole = (start: number) => burstOf(trimmed(ev1527(code)), true, start);
    const groups = createMessageGroups(1e6);
    const steps = [
      groups.push(whole(0)),
      groups.push(whole(9e5)),
      groups.push(burstOf(trimmed(ev1527(code.slice(0, 12))), true, 1.2e6)),
      groups.push(whole(2.5e6)),
      groups.push(burstOf("", true, 2.6e6)),
      groups.end(),
    ].map((messages) => messages.map(({ start, repeats }) => [start, repeats]));
    expect(steps).toEqual([[], [], [], [[0, 2]], [], [[2.5e6, 1]]]);
  });

  it("returns the oldest messages when too many came, each once", () => {
    const groups = createMessageGroups(1e12);
    const sent = Array.from({ length: 1100 }, () => randomBits(random, 40));
    const steps = sent.map((bits, k) => groups.push(burstOf(trimmed(manchester(bits)), true, 1e4 * k)));
    const early = steps.flat();
    expect(early.length).toBeGreaterThan(400);
    const all = [...early, ...groups.end()].map(({ bits }) => bits);
    expect(all.length).toBe(new Set(all).size);
    // Some of these short messages show too little evidence, or fit another line code better.
    expect(all.filter((bits) => sent.includes(bits)).length).toBeGreaterThan(900);
  });

  it("finds no message in 500 bursts of random bits, in a carrier, or in a preamble alone", () => {
    const bursts = Array.from({ length: 500 }, (_, k) =>
      burstOf(randomBits(random, 12 + Math.floor(120 * random())), k % 2 === 0, 1e5 * k),
    );
    expect(messagesOf(bursts)).toEqual([]);
    for (const bits of ["", "1", "1".repeat(400), "10".repeat(200), "1100".repeat(100)]) {
      expect(messagesOf([0, 1, 2].map((k) => burstOf(bits, true, 1e6 * k)))).toEqual([]);
    }
  });
});

interface Given {
  file: string;
  bursts: { start: number; stop: number; bits: string; pwm?: string; payloadHex?: string }[];
}

describe("signals/decoders/generic/messages, recordings of others", () => {
  const file = "../shared/captures/signals-given.json";
  const has = existsSync(file);
  if (!has) console.warn(`Skipped: ${file} is absent.`);
  const givenOf = (name: string) =>
    (JSON.parse(readFileSync(file, "utf8")).recordings as Given[]).find((given) => given.file === name)!.bursts;

  it.skipIf(!has)("counts the four equal messages of urh_overshoot.cs8", () => {
    const bursts = givenOf("urh_overshoot.cs8");
    const found = summary(bursts.map(({ bits, start }) => burstOf(bits, true, start)));
    expect(found).toEqual([{ line: "PWM", repeats: 4, bits: bursts[0].pwm, crc: undefined }]);
  });

  it.skipIf(!has)("reads the frame of urh_cc1101.cf32 with its check, and the message of urh_fsk15.cf32", () => {
    const [{ bits, payloadHex }] = givenOf("urh_cc1101.cf32");
    const [message] = messagesOf([burstOf(bits, false)]);
    expect(message).toMatchObject({ line: "NRZ", repeats: 1, whitening: "PN9", payload: bitsOfText(payloadHex!) });
    expect(message.crc).toMatchObject({ name: "CRC-16/CMS", length: 32 });
    const [{ bits: other }] = givenOf("urh_fsk15.cf32");
    expect(messagesOf([burstOf(other, false)])).toMatchObject([{ line: "NRZ", repeats: 1, bits: other, crc: null }]);
  });
});
