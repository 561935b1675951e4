import { describe, expect, it } from "vitest";
import { testRandom } from "../../../gpu/testing.ts";
import type { DecodedFrame } from "../decoder.ts";
import { createAudioReceiver, createChannelReceiver } from "../fm/receiver.ts";
import { fmSamples, framesInNoise, NOISE_FRONTS, NOISE_TIMEOUT_MS } from "../fm/testing.ts";
import { createFlexDecoder } from "./decoder.ts";
import { flexWord, flexPages } from "./message.ts";
import { flexFrequency, flexLevels, type FlexSpeed, type MadeFlex } from "./testing.ts";

/**
 * Codewords of frames as the encoder tinyflex makes them, after its frame information word. Source: D. Francis, tinyflex.h, 2025,
 * public domain, after ARIB RCR STD-43A; capcodes and texts come from its tests.
 */
const INFORMATION = 0xf0000283;
const ENCODED = [
  {
    words: "e0100298 e16acc09 2b83865c 2958035f be2608ca c3a41621 2a2688bb 0414cfe0 82e689af 2b830049",
    address: 1_234_567,
    type: "alphanumeric",
    text: "HACK THE PLANET",
  },
  {
    words: "e0100298 e16acc09 ed8210d5 2aaac346 44c99cb4",
    address: 1_234_567,
    type: "numeric",
    text: "555-0199",
  },
  {
    words:
      "c03002ad a8bc0524 e18ffbd8 7b404419 951804fe 40260c47 c3a64d7b 73c41525 2be41338 2a2688bb 05c60d52 2b470116",
    address: 123_456_789,
    type: "alphanumeric",
    text: "HACKING TO THE GATE",
  },
  {
    words: "c03002ad a8bc0524 e18ffbd8 1d4260a3 2479aa89 16241b38",
    address: 123_456_789,
    type: "numeric",
    text: "987654321",
  },
].map(({ words, ...page }) => ({ words: words.split(" ").map((word) => Number.parseInt(word, 16)), ...page }));

const SPEEDS: FlexSpeed[] = [
  { symbolRateHz: 1600, levels: 2 },
  { symbolRateHz: 1600, levels: 4 },
  { symbolRateHz: 3200, levels: 2 },
  { symbolRateHz: 3200, levels: 4 },
];
const phasesOf = ({ symbolRateHz, levels }: FlexSpeed) => ((levels / 2) * symbolRateHz) / 1600;
const namesOf = ({ symbolRateHz, levels }: FlexSpeed) => [
  "A",
  ...(levels === 4 ? ["B"] : []),
  ...(symbolRateHz === 3200 ? ["C"] : []),
  ...(phasesOf({ symbolRateHz, levels }) === 4 ? ["D"] : []),
];
/** A frame that has one of the encoded pages in each phase, from one on. */
const frameOf = (speed: FlexSpeed, from = 0): MadeFlex => ({
  ...speed,
  information: INFORMATION,
  phases: Array.from({ length: phasesOf(speed) }, (_, k) => ENCODED[(from + k) % 4].words),
});
const expectedOf = (speed: FlexSpeed, from = 0) =>
  namesOf(speed).map((phase, k) => {
    const { address, type, text } = ENCODED[(from + k) % 4];
    return { address, type, text, phase, cycle: 0, frame: 0, ...speed };
  });

const reception = (sampleRateHz: number) => ({
  name: "flex",
  create: createFlexDecoder,
  sampleRateHz,
  channelHz: 16_000,
});
function heard(sampleRateHz: number, frequency: Float64Array, piece = frequency.length): DecodedFrame[] {
  const receiver = createAudioReceiver(reception(sampleRateHz));
  const pairs = Float32Array.from({ length: 2 * frequency.length }, (_, n) => (n % 2 ? 0 : frequency[n / 2]));
  const frames: DecodedFrame[] = [];
  for (let n = 0; n < pairs.length; n += 2 * piece) frames.push(...receiver.push(pairs.subarray(n, n + 2 * piece)));
  return [...frames, ...receiver.end()].toSorted(
    (a, b) => a.start - b.start || String(a.fields.phase).localeCompare(String(b.fields.phase)),
  );
}
const withNoise = (random: () => number, frequency: Float64Array, scale: number) =>
  Float64Array.from({ length: frequency.length + 4000 }, (_, n) => {
    const level = frequency[n - 2000] ?? 3 * (2 * random() - 1);
    return scale * (level + 0.2 * (random() + random() - 1)) + 0.3 * scale;
  });

describe("signals/decoders/flex", () => {
  it.each(SPEEDS)(
    "$symbolRateHz Bd, $levels levels: pages of an independent encoder in each phase, both polarities",
    (speed) => {
      for (const [rate, scale, clock] of [
        [22_050, 0.1, 1 + 2e-4],
        [48_000, -2, 1 - 2e-4],
      ]) {
        const random = testRandom(rate + speed.symbolRateHz + speed.levels);
        for (const from of phasesOf(speed) === 1 ? [0, 1, 2, 3] : [0]) {
          const frequency = flexFrequency(rate, flexLevels(frameOf(speed, from)), clock, random());
          const frames = heard(rate, withNoise(random, frequency, scale));
          expect(frames.map(({ fields }) => fields)).toEqual(
            expectedOf(speed, from).map((fields) => ({ ...fields, inverted: scale < 0 })),
          );
          expect(frames.every(({ good, correctedBits }) => good && correctedBits === 0)).toBe(true);
          const [{ hex }] = frames;
          expect(ENCODED[from].words.map((word) => word.toString(16).padStart(8, "0"))).toEqual(
            expect.arrayContaining(String(hex).match(/.{8}/g) ?? []),
          );
        }
      }
    },
  );

  it.each([
    { speed: SPEEDS[0], esN0Db: 13 },
    { speed: SPEEDS[1], esN0Db: 22 },
    { speed: SPEEDS[2], esN0Db: 13 },
    { speed: SPEEDS[3], esN0Db: 22 },
  ])(
    "$speed.symbolRateHz Bd, $speed.levels levels in complex samples, Es/N0 $esN0Db dB, any carrier",
    ({ speed, esN0Db }) => {
      const { symbolRateHz, levels } = speed;
      const rate = 32_000;
      const random = testRandom(symbolRateHz + levels);
      const carrierHz = (random() - 0.5) * 6000;
      const frequency = flexFrequency(rate, flexLevels(frameOf(speed)), 1, random()).map(
        (level) => carrierHz + 1600 * level,
      );
      const samples = fmSamples(random, rate, frequency, { esN0Db, symbolRateHz });
      const receiver = createChannelReceiver(reception(rate));
      const frames = [...receiver.push(samples), ...receiver.end()];
      expect(new Set(frames.map(({ fields }) => fields.text))).toEqual(
        new Set(expectedOf(speed).map(({ text }) => text)),
      );
      expect(frames).toHaveLength(phasesOf(speed));
      for (const { good, centreHz } of frames) {
        expect(good).toBe(true);
        expect(Math.abs(centreHz - carrierHz)).toBeLessThan(250);
      }
    },
  );

  // Capcodes of the further sets of long addresses, and their first and second codeword as tinyflex makes them.
  it.each([
    [2_000_000_000, "c03002ad 002001ee 34767df6 1d4050cd 20ccc13c", "1"],
    [4_000_000_000, "c03002ad 0019ff94 e93a7807 9d401a7c 78ccc6cf", "7"],
  ])("reads the long address %i", (address, sent, text) => {
    const words = Array.from({ length: 88 }, (_, k) => flexWord(Number.parseInt(sent.split(" ")[k] ?? "0", 16)));
    expect(flexPages(words)).toMatchObject([{ address, text, type: "numeric", good: true }]);
  });

  it("corrects two bits per codeword, and says that a message with three wrong bits in one is not good", () => {
    const flipped = (word: number, bits: readonly number[]) =>
      bits.reduce((result, bit) => (result ^ (1 << bit)) >>> 0, word);
    const textOf = (phase: readonly number[], information = INFORMATION) =>
      heard(22_050, flexFrequency(22_050, flexLevels({ ...SPEEDS[0], information, phases: [phase] })));
    const [{ words }] = ENCODED;
    const two = words.map((word, k) => flipped(word, [(3 * k) % 32, (7 * k + 11) % 32]));
    expect(textOf(two, flipped(INFORMATION, [4, 30]))).toMatchObject([
      { good: true, correctedBits: 18, fields: { text: "HACK THE PLANET" } },
    ]);
    // The sixth codeword has the three characters after "HA".
    const three = words.map((word, k) => (k === 5 ? flipped(word, [1, 12, 25]) : word));
    expect(textOf(three)).toMatchObject([{ good: false, fields: { text: "HA\ufffd\ufffd\ufffdTHE PLANET" } }]);
    // Its parity holds, but the sum over the message does not.
    const other = words.map((word, k) => (k === 5 ? words[6] : word));
    expect(textOf(other)).toMatchObject([{ good: false }]);
  });

  it("gives the same pages for any size of pieces, several frames, and a frame that is cut", () => {
    const rate = 22_050;
    const speeds = [SPEEDS[3], SPEEDS[0], SPEEDS[2]];
    const levels = speeds.flatMap((speed) => flexLevels(frameOf(speed)));
    const frequency = flexFrequency(rate, levels);
    const whole = heard(rate, frequency);
    expect(whole).toHaveLength(4 + 1 + 2);
    for (const piece of [101, 30_001]) expect(heard(rate, frequency, piece)).toEqual(whole);
    const half = heard(rate, flexFrequency(rate, flexLevels(frameOf(SPEEDS[0]))).subarray(0, 0.6 * rate));
    expect(half).toMatchObject([{ good: true, fields: { text: "HACK THE PLANET" } }]);
  });

  it.each(NOISE_FRONTS)(
    "no page in white noise as %s",
    (_, create, count) => {
      expect(framesInNoise(create(reception(25_000)), count)).toEqual([]);
    },
    NOISE_TIMEOUT_MS,
  );
});
