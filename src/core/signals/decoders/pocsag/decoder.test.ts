import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openRecording } from "../../../capture/registry.ts";
import { testRandom } from "../../../gpu/testing.ts";
import type { DecodedFrame } from "../decoder.ts";
import { createAudioReceiver, createChannelReceiver } from "../fm/receiver.ts";
import { fmSamples, framesInNoise, fskFrequency, NOISE_FRONTS, NOISE_TIMEOUT_MS } from "../fm/testing.ts";
import { correctedCodeword } from "./codeword.ts";
import { createPocsagDecoder } from "./decoder.ts";
import { codewordBits, type MadePage, pocsagBits } from "./testing.ts";

const captures = "../shared/captures";
const reception = (sampleRateHz: number) => ({
  name: "pocsag",
  create: createPocsagDecoder,
  sampleRateHz,
  channelHz: 14_000,
});
const pairsOf = (real: ArrayLike<number>) =>
  Float32Array.from({ length: 2 * real.length }, (_, n) => (n % 2 ? 0 : real[n / 2]));
function heard(sampleRateHz: number, samples: Float32Array): DecodedFrame[] {
  const receiver = createAudioReceiver(reception(sampleRateHz));
  return [...receiver.push(samples), ...receiver.end()];
}
/** The audio of bits, whose 1 is the lower frequency; the sender's clock is wrong. */
function audioOf(random: () => number, rateHz: number, symbolRateHz: number, bits: readonly number[], scale = 1) {
  const clock = 1 + 2e-4 * (2 * random() - 1);
  const signal = { levels: bits, symbolRateHz: symbolRateHz * clock, deviationHz: -scale };
  return fskFrequency(rateHz, signal, random()).map((value) => value + 0.3 * scale);
}
const textsOf = (frames: readonly DecodedFrame[]) => frames.map(({ fields }) => fields.text);

const PAGES: MadePage[] = [
  { address: 1234567, function: 0, digits: "0123456789 -" },
  {
    address: 8,
    function: 3,
    text: "Two batches: a message that is longer than the rest of one batch, so that it continues behind the next sync.",
  },
  { address: 2_000_007, function: 1, text: "Function 1" },
  { address: 9, function: 2 },
];

describe("signals/decoders/pocsag, codewords", () => {
  it("corrects every one and two of 32 bits, and refuses every three", () => {
    const random = testRandom(1);
    const data = Array.from({ length: 21 }, () => Number(random() < 0.5));
    const sent = Number.parseInt(codewordBits(data).join(""), 2);
    const flip = (...bits: number[]) => bits.reduce((word, bit) => (word ^ (1 << bit)) >>> 0, sent);
    expect(correctedCodeword(sent)).toEqual({ word: sent, corrected: 0 });
    let accepted = 0;
    for (let a = 0; a < 32; a++) {
      expect(correctedCodeword(flip(a))).toEqual({ word: sent, corrected: 1 });
      for (let b = 0; b < a; b++) {
        expect(correctedCodeword(flip(a, b))).toEqual({ word: sent, corrected: 2 });
        for (let c = 0; c < b; c++) if (correctedCodeword(flip(a, b, c))) accepted++;
      }
    }
    expect(accepted).toBe(0);
  });

  it("idle and synchronization words are codewords", () => {
    expect(correctedCodeword(0x7a89c197)).toEqual({ word: 0x7a89c197, corrected: 0 });
    expect(correctedCodeword(0x7cd215d8)).toEqual({ word: 0x7cd215d8, corrected: 0 });
  });
});

describe("signals/decoders/pocsag, made pages", () => {
  it.each([
    [512, 8000],
    [1200, 11_025],
    [1200, 22_050],
    [2400, 22_050],
    [2400, 96_000],
  ])("%i Bd as FM audio at %i S/s, both polarities", (symbolRateHz, rate) => {
    const random = testRandom(symbolRateHz + rate);
    for (const scale of [0.2, -3]) {
      const frames = heard(rate, pairsOf(audioOf(random, rate, symbolRateHz, pocsagBits(PAGES), scale)));
      const inverted = scale > 0;
      expect(frames.map(({ fields }) => fields)).toEqual([
        { address: 1234567, function: 0, text: "0123456789 -", inverted, symbolRateHz },
        { address: 8, function: 3, text: PAGES[1].text, inverted, symbolRateHz },
        { address: 2_000_007, function: 1, text: "Function 1", inverted, symbolRateHz },
        { address: 9, function: 2, text: "", inverted, symbolRateHz },
      ]);
      expect(frames.every(({ good, correctedBits }) => good && correctedBits === 0)).toBe(true);
    }
  });

  it.each([
    [512, 24, 2],
    [1200, 21, 3],
    [2400, 18, 3],
  ])("%i Bd in complex samples, Es/N0 %i dB, any carrier", (symbolRateHz, esN0Db, count) => {
    const random = testRandom(symbolRateHz);
    const rate = 25_000;
    for (let trial = 0; trial < count; trial++) {
      const carrierHz = (random() - 0.5) * 8000;
      const bits = pocsagBits([{ address: 77_777, function: 3, text: "Noise" }]);
      const signal = { levels: bits, symbolRateHz, deviationHz: -4500, carrierHz };
      const samples = fmSamples(random, rate, fskFrequency(rate, signal), { esN0Db, symbolRateHz });
      const receiver = createChannelReceiver(reception(rate));
      const frames = [...receiver.push(samples), ...receiver.end()];
      expect(textsOf(frames)).toEqual(["Noise"]);
      expect(frames[0].good).toBe(true);
      expect(Math.abs(frames[0].centreHz - carrierHz)).toBeLessThan(200);
      // Address 77777 is in frame 1: two codewords behind the synchronization word.
      const first = (50 + 576 + 32 + 64) * (rate / symbolRateHz);
      expect(Math.abs(frames[0].start - first)).toBeLessThan(rate / symbolRateHz);
    }
  });

  it("corrects two bits per codeword, and says that a message with three wrong bits in one is not good", () => {
    const random = testRandom(4);
    const page = { address: 40, function: 3, text: "correct" };
    const flipped = (count: number) => (word: number[], index: number) =>
      word.map((bit, k) => (index < 4 && k % 11 === 1 && k < 11 * count ? 1 - bit : bit));
    const [two] = heard(22_050, pairsOf(audioOf(random, 22_050, 1200, pocsagBits([page], flipped(2)))));
    expect(two).toMatchObject({ good: true, correctedBits: 8, fields: { address: 40, text: "correct" } });
    const spoilt = (word: number[], index: number) => (index === 2 ? flipped(3)(word, index) : word);
    const [three] = heard(22_050, pairsOf(audioOf(random, 22_050, 1200, pocsagBits([page], spoilt))));
    // The second codeword of the message has its bits 20 to 39, of characters 2 to 5.
    expect(three).toMatchObject({ good: false, fields: { address: 40, text: "co\ufffd\ufffd\ufffd\ufffdt" } });
  });

  it("marks digits that are unknown, and reads a damaged message as its other codewords tell", () => {
    const random = testRandom(12);
    const spoilt = (word: number[], index: number) =>
      index === 2 ? word.map((bit, k) => ([1, 12, 23].includes(k) ? 1 - bit : bit)) : word;
    const textOf = (page: MadePage) =>
      textsOf(heard(22_050, pairsOf(audioOf(random, 22_050, 1200, pocsagBits([page], spoilt)))));
    const mark = "\ufffd".repeat(5);
    expect(textOf({ address: 40, function: 0, digits: "012345678901234" })).toEqual([`01234${mark}01234`]);
    expect(textOf({ address: 40, function: 3, digits: "066412345670010" })).toEqual([`06641${mark}70010`]);
  });

  it("an address with two wrong bits among damaged codewords, without a message, is no page", () => {
    const address = codewordBits([0, ...Array.from({ length: 18 }, (_, k) => k % 2), 1, 1]);
    const flipped = (word: readonly number[], count: number) => word.map((bit, k) => (k < count ? 1 - bit : bit));
    const textsWith = (damaged: boolean) => {
      const bits = pocsagBits([{ address: 40, function: 3, text: "page" }], (word, index) =>
        index === 9 ? flipped(address, 2) : index === 12 && damaged ? flipped(word, 9) : word,
      );
      return textsOf(heard(22_050, pairsOf(audioOf(testRandom(10), 22_050, 1200, bits))));
    };
    expect(textsWith(false)).toEqual(["page", ""]);
    expect(textsWith(true)).toEqual(["page"]);
  });

  it.each([2, 3])("synchronization words with %i wrong bits: at most two are allowed for the first one", (wrong) => {
    const bits = pocsagBits([{ address: 40, function: 3, text: "sync" }]).map((bit, k) =>
      k >= 576 && k < 576 + 32 && (k - 576) % 9 === 3 && k < 576 + 9 * wrong ? 1 - bit : bit,
    );
    const frames = heard(22_050, pairsOf(audioOf(testRandom(5), 22_050, 1200, bits)));
    expect(textsOf(frames)).toEqual(wrong === 2 ? ["sync"] : []);
  });

  it("reads the pages of a recording that begins and ends in a transmission", () => {
    const bits = pocsagBits(PAGES);
    const cut = bits.slice(576 - 20, 576 + 32 + 32 * 16 + 32 + 32 * 12);
    const frames = heard(22_050, pairsOf(audioOf(testRandom(6), 22_050, 1200, cut)));
    expect(frames[0].fields).toMatchObject({ address: 1234567, text: "0123456789 -" });
  });

  it.each([
    [{ address: 16, function: 0, text: "Text with function 0" }, "Text with function 0"],
    [{ address: 16, function: 3, digits: "0664 1234567 001" }, "0664 1234567 001"],
    [{ address: 16, function: 0, digits: "]12[U.3" }, "]12[U.3"],
    [{ address: 16, function: 3, text: "a\r\nb" }, "a\r\nb"],
  ])("the contents decide between digits and text: %j", (page, text) => {
    const frames = heard(22_050, pairsOf(audioOf(testRandom(7), 22_050, 1200, pocsagBits([page]))));
    expect(textsOf(frames)).toEqual([text]);
  });
});

describe("signals/decoders/pocsag, noise", () => {
  it.each(NOISE_FRONTS)(
    "no page in white noise as %s",
    (_, create, count) => {
      expect(framesInNoise(create(reception(25_000)), count)).toEqual([]);
    },
    NOISE_TIMEOUT_MS,
  );
});

describe(`signals/decoders/pocsag, recordings of multimon-ng (skipped where ${captures} is absent)`, () => {
  it.skipIf(!existsSync(captures)).each([
    ["mm_pocsag_clean_22050.s16", 1200, 111_111, 3, "POCSAG_REF_CLEAN", true, 0],
    ["mm_pocsag_1bit_22050.s16", 1200, 222_222, 3, "POCSAG_REF_1BIT", true, 7],
    ["mm_pocsag_inv_22050.s16", 1200, 444_444, 3, "POCSAG_INV_CLEAN", false, 0],
    ["mm_pocsag2400.wav", 2400, 1_022_869, 1, "+++TIME=0008300324+++TIME=0008300324", true, 0],
  ])("%s", async (name, symbolRateHz, address, functionBits, text, inverted, correctedBits) => {
    const file = `${captures}/${name}`;
    const bytes = readFileSync(file);
    const slice = async (a: number, b: number) => new Uint8Array(bytes.subarray(a, b)).buffer;
    const [recording] = await openRecording([{ name, size: bytes.length, slice }]);
    expect(recording.datatype.complex).toBe(false);
    const frames = heard(22_050, await recording.read(0, recording.samples));
    expect(frames).toMatchObject([
      { good: true, correctedBits, fields: { address, function: functionBits, text, inverted, symbolRateHz } },
    ]);
  });
});
