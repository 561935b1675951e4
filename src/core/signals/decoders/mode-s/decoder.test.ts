import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testRandom } from "../../../gpu/testing.ts";
import type { DecodedFrame, DecoderOptions } from "../decoder.ts";
import { createModeSDecoder } from "./decoder.ts";
import { madeModeS, octetsOf, withParity } from "./testing.ts";

const captures = "../shared/captures";
const hexOf = (octets: Uint8Array) => Buffer.from(octets).toString("hex");

function decoded(samples: Float32Array, options: DecoderOptions, chunk = samples.length / 2): DecodedFrame[] {
  const decoder = createModeSDecoder(options);
  const frames: DecodedFrame[] = [];
  for (let i = 0; i < samples.length; i += 2 * chunk) frames.push(...decoder.push(samples.subarray(i, i + 2 * chunk)));
  return [...frames, ...decoder.end()].toSorted((a, b) => a.start - b.start);
}

/** An extended squitter of one aircraft with random contents. */
const squitter = (random: () => number) =>
  withParity([0x8d, 0x40, 0x62, 0x1d, ...Array.from({ length: 7 }, () => Math.floor(256 * random()))]);

/** Frames at any fraction of a sample, 160 µs apart, with carriers within 100 kHz. */
function traffic(random: () => number, rate: number, snrDb: number, count: number) {
  const spacing = Math.round(160e-6 * rate);
  const frames = Array.from({ length: count }, (_, f) => ({
    octets: squitter(random),
    at: 50 + f * spacing + random(),
    carrier: ((random() - 0.5) * 2e5) / rate,
  }));
  const sigma = Math.sqrt(rate / 2e6 / 10 ** (snrDb / 10));
  return { frames, samples: madeModeS(random, { length: count * spacing + 100, rate, sigma }, frames) };
}

/** Sample rates and lengths of white noise. */
const NOISE: [rate: number, length: number][] = process.env.THREERAY_SLOW
  ? [[2.4e6, 1e8]]
  : [
      [2.4e6, 1e6],
      [20e6, 4e6],
    ];

describe("signals/decoders/mode-s, made recordings", () => {
  it.each([
    [2e6, 16, 0.95],
    [2.4e6, 16, 0.95],
    [8e6, 16, 0.95],
    [20e6, 16, 0.95],
    [2e6, 12, 0.8],
    [2.4e6, 12, 0.8],
    [3.2e6, 12, 0.8],
    [8e6, 12, 0.8],
    [20e6, 12, 0.8],
  ])(
    "at %i S/s and a peak SNR of %i dB in 2 MHz finds frames at their place: at least %f of them",
    (rate, snr, least) => {
      const { frames, samples } = traffic(testRandom(rate / 1e5 + snr), rate, snr, 100);
      const found = decoded(samples, { sampleRateHz: rate });
      const places = new Map(frames.map(({ octets, at }) => [hexOf(octets), at]));
      for (const { hex, start, snrDb } of found) {
        // No frame that was not sent, and none at a wrong place: one chip at most.
        expect(Math.abs(start - (places.get(String(hex)) ?? Number.NaN))).toBeLessThanOrEqual(rate / 2e6);
        expect(Math.abs(Number(snrDb) - snr)).toBeLessThan(6);
      }
      expect(new Set(found.map(({ hex }) => hex)).size).toBe(found.length);
      expect(found.length).toBeGreaterThanOrEqual(least * frames.length);
    },
  );

  // A candidate is about one of 400 noise samples at 2.4 MS/s and one of 6000 at 20 MS/s. Of the candidates 3 in 32 have format 11, 17
  // or 18, and 1 in 2^24 of these has remainder 0. So 10^8 samples at 2.4 MS/s give 0.0014 frames, and 4·10^6 at 20 MS/s 4·10^-6.
  it.each(NOISE)(
    "finds no frame in white noise at %i S/s, %i samples (more under THREERAY_SLOW)",
    (rate, length) => {
      const random = testRandom(71);
      const decoder = createModeSDecoder({ sampleRateHz: rate, correctedBits: 2 });
      const piece = 2 ** 19;
      for (let done = 0; done < length; done += piece) {
        expect(decoder.push(madeModeS(random, { length: piece, rate, sigma: 1 }))).toEqual([]);
      }
      expect(decoder.end()).toEqual([]);
    },
    process.env.THREERAY_SLOW ? 600_000 : 60_000,
  );

  it("gives the same frames for any size of pieces, also across the borders of its blocks", () => {
    const { samples } = traffic(testRandom(5), 2.4e6, 18, 190);
    const whole = decoded(samples, { sampleRateHz: 2.4e6 });
    expect(whole.length).toBeGreaterThan(180);
    for (const chunk of [997, 70_001]) expect(decoded(samples, { sampleRateHz: 2.4e6 }, chunk)).toEqual(whole);
  });

  it.each([
    ["clipped", (x: number) => Math.max(-0.3, Math.min(0.3, x))],
    ["with an offset", (x: number) => x + 0.8],
    ["of 8 bits", (x: number) => Math.round(100 * x) / 100],
    ["tiny", (x: number) => 1e-6 * x],
  ])("reads samples %s", (_, change) => {
    const { samples, frames } = traffic(testRandom(6), 2.4e6, 25, 20);
    expect(decoded(samples.map(change), { sampleRateHz: 2.4e6 })).toHaveLength(frames.length);
  });

  it("tunes to 1090 MHz where the recording has another centre", () => {
    const random = testRandom(8);
    const frames = [{ octets: squitter(random), at: 200.3, carrier: -3 / 10 }];
    const samples = madeModeS(random, { length: 3000, rate: 10e6, sigma: 0.2 }, frames);
    const found = decoded(samples, { sampleRateHz: 10e6, frequencyHz: 1093e6 });
    expect(found).toMatchObject([{ hex: hexOf(frames[0].octets), start: 201 }]);
    expect(found[0].centreHz).toBeGreaterThan(-3.05e6);
    expect(found[0].centreHz).toBeLessThan(-2.95e6);
  });

  it("finds a stronger frame that begins within another one, and none in a frame that is cut", () => {
    const random = testRandom(9);
    const [weak, strong] = [squitter(random), squitter(random)];
    const frames = [
      { octets: weak, at: 100.4 },
      { octets: strong, at: 220.7, amplitude: 6 },
    ];
    const samples = madeModeS(random, { length: 700, rate: 2.4e6, sigma: 0.1 }, frames);
    const hexes = (part: Float32Array) => decoded(part, { sampleRateHz: 2.4e6 }).map(({ hex }) => hex);
    expect(hexes(samples)).toContain(hexOf(strong));
    expect(hexes(samples.subarray(0, 2 * 480))).toEqual([]);
    expect(hexes(new Float32Array(0))).toEqual([]);
    expect(hexes(new Float32Array(5000))).toEqual([]);
  });

  it.each([1.9e6, 20.1e6, Number.NaN])("refuses %s S/s", (rate) => {
    expect(() => createModeSDecoder({ sampleRateHz: rate })).toThrow(/sample rate must be from 2 to 20 MS\/s/);
  });
});

describe("signals/decoders/mode-s, rules of confirmation", () => {
  const icao = 0x4840d6;
  const clean = octetsOf("8D4840D6202CC371C32CE0576098");
  const allCall = (code = 0) => withParity([0x5d, 0x48, 0x40, 0xd6], code);
  const altitude = withParity([0x20, 0x00, 0x17, 0x18], icao);
  const flipped = (octets: Uint8Array, ...bits: number[]) => {
    const changed = octets.slice();
    for (const bit of bits) changed[bit >> 3] ^= 0x80 >> (bit & 7);
    return changed;
  };
  /** Decodes frames that start some milliseconds after the first. */
  const found = (sent: readonly (readonly [octets: Uint8Array, ms: number])[], correctedBits?: number) => {
    const frames = sent.map(([octets, ms]) => ({ octets, at: 60.3 + 2400 * ms }));
    const length = Math.ceil(Math.max(...frames.map(({ at }) => at))) + 400;
    const samples = madeModeS(testRandom(4), { length, rate: 2.4e6, sigma: 0.1 }, frames);
    return decoded(samples, { sampleRateHz: 2.4e6, correctedBits }).map(({ hex }) => hex);
  };
  const all = (...sent: Uint8Array[]) => sent.map(hexOf);

  it("takes other formats of confirmed addresses only, also before the confirmation", () => {
    expect(found([[altitude, 0]])).toEqual([]);
    expect(
      found([
        [clean, 0],
        [altitude, 1],
      ]),
    ).toEqual(all(clean, altitude));
    expect(
      found([
        [altitude, 0],
        [clean, 1],
      ]),
    ).toEqual(all(altitude, clean));
  });

  it("takes a DF 11 with an interrogator's code below 80 of a confirmed address", () => {
    expect(found([[allCall(79), 0]])).toEqual([]);
    expect(
      found([
        [clean, 0],
        [allCall(79), 1],
        [allCall(80), 2],
      ]),
    ).toEqual(all(clean, allCall(79)));
  });

  it("confirms by two undamaged DF 11 at least 1 ms apart", () => {
    expect(
      found([
        [allCall(), 0],
        [allCall(), 0.5],
        [altitude, 2],
      ]),
    ).toEqual(all(allCall(), allCall()));
    expect(
      found([
        [allCall(), 0],
        [allCall(), 1.1],
        [altitude, 2],
      ]),
    ).toEqual(all(allCall(), allCall(), altitude));
  });

  it("corrects one bit of DF 11, 17 and 18 of confirmed addresses; two on request; none of the first five", () => {
    expect(found([[flipped(clean, 50), 0]])).toEqual([]);
    expect(
      found([
        [clean, 0],
        [flipped(clean, 50), 1],
      ]),
    ).toEqual(all(clean, clean));
    expect(
      found(
        [
          [clean, 0],
          [flipped(clean, 50), 1],
        ],
        0,
      ),
    ).toEqual(all(clean));
    expect(
      found([
        [clean, 0],
        [flipped(clean, 50, 70), 1],
      ]),
    ).toEqual(all(clean));
    expect(
      found(
        [
          [clean, 0],
          [flipped(clean, 50, 70), 1],
        ],
        2,
      ),
    ).toEqual(all(clean, clean));
    expect(
      found([
        [clean, 0],
        [flipped(clean, 3), 1],
      ]),
    ).toEqual(all(clean));
    expect(
      found([
        [clean, 0],
        [flipped(altitude, 20), 1],
      ]),
    ).toEqual(all(clean));
  });
});

describe(`signals/decoders/mode-s, recordings of others (skipped where ${captures} is absent)`, () => {
  it.skipIf(!existsSync(captures))(
    "finds all frames that a search of every start finds, at their places, and no other",
    () => {
      const { recordings } = JSON.parse(readFileSync(`${captures}/signals-given.json`, "utf8"));
      const given = recordings.find(({ file }: { file: string }) => file === "adsb_a_2400k.cs16");
      const { buffer, byteOffset, byteLength } = readFileSync(`${captures}/${given.file}`);
      const values = Float32Array.from(new Int16Array(buffer, byteOffset, byteLength / 2), (value) => value / 32768);
      const frames = decoded(values, { sampleRateHz: given.rateHz });
      // The list leaves out the parity of DF 11.
      expect(frames.map(({ hex }) => hex?.slice(0, hex.startsWith("5d") ? 8 : 28)).toSorted()).toEqual(given.unique);
      expect(new Set(frames.map(({ fields }) => fields.icao))).toEqual(new Set(given.icao));
      const times = Object.values<number[]>(given.times).map(([time]) => time);
      for (const [i, time] of times.toSorted((a, b) => a - b).entries()) {
        expect(Math.abs(frames[i].start - time)).toBeLessThan(1.2);
      }
    },
  );
});
