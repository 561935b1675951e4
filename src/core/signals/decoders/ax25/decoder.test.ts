import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testRandom } from "../../../gpu/testing.ts";
import { openWav } from "../../../capture/formats/wav.ts";
import type { DecodedFrame, RecordingDecoder } from "../decoder.ts";
import { createAudioReceiver, createChannelReceiver } from "../fm/receiver.ts";
import { afskAudio, fmSamples, framesInNoise, fskFrequency, NOISE_FRONTS, NOISE_TIMEOUT_MS } from "../fm/testing.ts";
import { hdlcBits, nrziLevels, scrambled } from "../hdlc/testing.ts";
import { createAx25Decoder } from "./decoder.ts";
import { readCspPacket } from "./csp.ts";
import { readPacket } from "./packet.ts";
import { randomFrame, uiFrame } from "./testing.ts";

const captures = "../shared/captures";
const hexOf = (octets: Uint8Array) => Buffer.from(octets).toString("hex");
const pairsOf = (real: ArrayLike<number>) =>
  Float32Array.from({ length: 2 * real.length }, (_, n) => (n % 2 ? 0 : real[n / 2]));
const reception = (sampleRateHz: number) => ({
  name: "ax25",
  create: createAx25Decoder,
  sampleRateHz,
  channelHz: 16_000,
});

function run(receiver: RecordingDecoder, samples: Float32Array, piece = samples.length / 2): DecodedFrame[] {
  const frames: DecodedFrame[] = [];
  for (let n = 0; n < samples.length; n += 2 * piece) frames.push(...receiver.push(samples.subarray(n, n + 2 * piece)));
  return [...frames, ...receiver.end()];
}
const ofAudio = (rate: number, audio: ArrayLike<number>) =>
  run(createAudioReceiver(reception(rate)), pairsOf(audio)).map(({ hex }) => hex);

/** The levels of the three modulations. */
const lines = {
  afsk: (bits: readonly number[]) => nrziLevels(bits),
  fsk: (bits: readonly number[]) => nrziLevels(bits),
  g3ruh: (bits: readonly number[]) => nrziLevels(scrambled(bits)),
};
type Modulation = keyof typeof lines;

/** The frequency of a made signal; the sender's clock is wrong by up to 200 ppm. */
function frequencyOf(random: () => number, rate: number, modulation: Modulation, frames: Uint8Array[], carrierHz = 0) {
  const levels = lines[modulation](hdlcBits(frames));
  const clock = 1 + 2e-4 * (2 * random() - 1);
  if (modulation === "afsk") return afskAudio(rate, levels, clock).map((value) => carrierHz + 3000 * value);
  return fskFrequency(rate, { levels, symbolRateHz: 9600 * clock, deviationHz: 3000, carrierHz }, random());
}

describe("signals/decoders/ax25, made signals", () => {
  it.each<[Modulation, number, number, number]>([
    ["g3ruh", 48_000, 13, 4],
    ["fsk", 48_000, 13, 3],
    ["fsk", 96_000, 13, 1],
    ["afsk", 48_000, 23, 2],
    ["afsk", 25_000, 23, 2],
  ])(
    "%s, complex samples at %i S/s, Es/N0 %i dB, any carrier: %i of as many frames",
    (modulation, rate, esN0Db, count) => {
      const random = testRandom(rate + esN0Db);
      for (let trial = 0; trial < count; trial++) {
        const octets = randomFrame(random, 40);
        const carrierHz = (random() - 0.5) * (rate - 18_000);
        const frequency = frequencyOf(random, rate, modulation, [octets], carrierHz);
        const symbolRateHz = modulation === "afsk" ? 1200 : 9600;
        const samples = fmSamples(random, rate, frequency, { esN0Db, symbolRateHz });
        const frames = run(createChannelReceiver(reception(rate)), samples);
        expect(frames.map(({ hex }) => hex)).toEqual([hexOf(octets)]);
        expect(Math.abs(frames[0].centreHz - carrierHz)).toBeLessThan(150);
        // The noise around the signal lasts 50 symbols.
        const symbol = rate / symbolRateHz;
        expect(Math.abs(frames[0].start - (50 + 8 * 19) * symbol)).toBeLessThan(3 * symbol);
        expect(Math.abs(frames[0].stop - (samples.length / 2 - 58 * symbol))).toBeLessThan(3 * symbol);
      }
    },
  );

  it.each<[Modulation, number]>([
    ["g3ruh", 48_000],
    ["g3ruh", 38_400],
    ["fsk", 44_100],
    ["afsk", 8000],
    ["afsk", 11_025],
    ["afsk", 22_050],
    ["afsk", 48_000],
  ])("%s as FM audio at %i S/s, of any scale, offset and polarity", (modulation, rate) => {
    const random = testRandom(rate);
    const sent = [randomFrame(random, 30), randomFrame(random, 0), randomFrame(random, 100)];
    const frequency = frequencyOf(random, rate, modulation, sent);
    for (const change of [(f: number) => f / 1e4, (f: number) => 0.7 - f / 8000]) {
      expect(ofAudio(rate, frequency.map(change))).toEqual(sent.map(hexOf));
    }
  });

  it.each([-8, 8])("tones that differ by %i dB", (twist) => {
    const octets = uiFrame(["APRS", "OE1ABC-9"], "de-emphasis");
    expect(ofAudio(22_050, afskAudio(22_050, nrziLevels(hdlcBits([octets])), 1, twist))).toEqual([hexOf(octets)]);
  });

  it("frames do not depend on the size of the pieces", () => {
    const random = testRandom(5);
    const sent = Array.from({ length: 4 }, () => randomFrame(random, 20));
    const frequency = frequencyOf(random, 48_000, "g3ruh", sent, 2000);
    const samples = fmSamples(random, 48_000, frequency, { esN0Db: 14, symbolRateHz: 9600 });
    const whole = run(createChannelReceiver(reception(48_000)), samples);
    expect(whole).toHaveLength(4);
    for (const piece of [1000, 777]) {
      expect(run(createChannelReceiver(reception(48_000)), samples, piece)).toEqual(whole);
    }
  });

  it("two senders on neighbouring channels at the same time", () => {
    const random = testRandom(6);
    const rate = 96_000;
    const sent = [randomFrame(random, 50), randomFrame(random, 50)];
    const [a, b] = sent.map((octets, k) =>
      fmSamples(random, rate, frequencyOf(random, rate, "g3ruh", [octets], 25_000 * k - 12_500), {
        esN0Db: 25,
        symbolRateHz: 9600,
      }),
    );
    const both = a.map((value, n) => value + (b[n] ?? 0));
    const frames = run(createChannelReceiver(reception(rate)), both).toSorted((x, y) => x.centreHz - y.centreHz);
    expect(frames.map(({ hex }) => hex)).toEqual(sent.map(hexOf));
  });
});

describe("signals/decoders/ax25, contents", () => {
  it.each([
    [uiFrame(["APRS", "OE1ABC-9"], "hello"), { from: "OE1ABC-9", to: "APRS", text: "hello" }],
    [
      uiFrame(["CQ", "DL1X", "WIDE1-1", "WIDE2-2"], "Grüße\r"),
      { from: "DL1X", to: "CQ", via: ["WIDE1-1", "WIDE2-2"], text: "Grüße\r" },
    ],
    [uiFrame(["CQ", "DL1X"], [0xff, 0x00, 0x80]), { from: "DL1X", to: "CQ", text: null }],
    [uiFrame(["CQ", "DL1X"], "").subarray(0, 15), { from: "DL1X", to: "CQ", text: "" }],
  ])("reads a packet", (octets, packet) => {
    expect(readPacket(octets)).toEqual(packet);
  });

  // Two frames as people published them: an APRS frame (ozaprs, 4 September 2004) and the beacon of a satellite (community.libre.space, thread 12528).
  it.each([
    [
      "82A0AA646A9C60AC9668A88A8660A48A9882B24060AE92888A40406103F00D",
      { from: "VK4TEC", to: "APU25N", via: ["RELAY", "WIDE"], text: "\r" },
    ],
    [
      "A464829C8C4060A6866466626863 00F0464202000100190014 00FF7021".replaceAll(" ", ""),
      { from: "SC2314-1", to: "R2ANF", text: null },
    ],
  ])("reads %s", (hex, packet) => {
    expect(readPacket(Uint8Array.from(Buffer.from(hex, "hex")))).toEqual(packet);
  });

  it.each([
    ["zeros as padding", (octets: Uint8Array) => octets.fill(0, 2, 6)],
    ["a first address that says it is the last one", (octets: Uint8Array) => octets.with(6, octets[6] | 1)],
    ["no last address", (octets: Uint8Array) => octets.with(13, octets[13] & 0xfe)],
  ])("reads the frames of satellites with %s", (_, change) => {
    const octets = change(uiFrame(["CQ", "SAT1"], "telemetry"));
    expect(readPacket(octets)).toEqual({ from: "SAT1", to: "CQ", text: "telemetry" });
    // Other contents do not tell a wrong frame from a good one.
    expect(readPacket(octets.with(14, 0x73))).toBeUndefined();
    expect(readPacket(octets.with(15, 0xcc))).toBeUndefined();
  });

  it("reads CSP without AX.25, with the check of its data, or of its header too", () => {
    // Priority 2, from 5 to 10, port 33 to 15, with a check. The CRC-32C of "123456789" is e3069283 (RFC 3720 and catalogues of CRCs).
    const header = [0x8a, 0xa3, 0xe1, 0x01];
    const data = Array.from("123456789", (letter) => letter.charCodeAt(0));
    const packet = Uint8Array.from([...header, ...data, 0xe3, 0x06, 0x92, 0x83]);
    const fields = {
      payload: "CSP",
      source: 5,
      destination: 10,
      destinationPort: 15,
      sourcePort: 33,
      text: "123456789",
    };
    expect(readCspPacket(packet)).toEqual(fields);
    expect(readCspPacket(packet.with(5, 0))).toBeUndefined();
    expect(readCspPacket(packet.with(3, 0))).toBeUndefined();
    const both = Uint8Array.from([...header, ...data, 0xc5, 0xa3, 0x0f, 0x68]);
    expect(readCspPacket(both)).toEqual(fields);
    const frequency = frequencyOf(testRandom(3), 48_000, "g3ruh", [packet]);
    const frames = run(createAudioReceiver(reception(48_000)), pairsOf(frequency));
    expect(frames).toMatchObject([{ good: true, hex: hexOf(packet), fields }]);
  });

  it("reads the frame within an FX.25 block", () => {
    const random = testRandom(31);
    const octets = uiFrame(["CQ", "DL1X"], "FX.25");
    // Tag 0x01, sent lowest bit first; the frame with its flags, more flags as padding, and 16 octets of parity, which are not stuffed.
    const tag = Array.from({ length: 64 }, (_, k) => Number((0xb74db7df8a532f3en >> BigInt(k)) & 1n));
    const flags = Array.from({ length: 80 }, (_, k) => [0, 1, 1, 1, 1, 1, 1, 0][k % 8]);
    const parity = Array.from({ length: 128 }, () => Number(random() < 0.5));
    const bits = [...flags, ...tag, ...hdlcBits([octets], { opening: 1, closing: 40 }), ...parity, ...flags];
    const signal = { levels: nrziLevels(bits), symbolRateHz: 1200, deviationHz: 1 };
    expect(ofAudio(22_050, afskAudio(22_050, signal.levels, 1))).toEqual([hexOf(octets)]);
  });

  it.each([
    ["a small letter", uiFrame(["cQ", "DL1X"], "x")],
    ["an empty call sign", uiFrame(["", "DL1X"], "x")],
    ["a space inside a call sign", uiFrame(["C Q", "DL1X"], "x")],
    ["one address only", uiFrame(["CQ"], "0123456789")],
    [
      "eleven addresses",
      uiFrame(
        Array.from({ length: 11 }, () => "CQ"),
        "x",
      ),
    ],
    ["no control field", uiFrame(["CQ", "DL1X"], "x").subarray(0, 14)],
  ])("refuses %s", (_, octets) => {
    expect(readPacket(octets)).toBeUndefined();
  });
});

describe("signals/decoders/ax25, noise", () => {
  it.each(NOISE_FRONTS)(
    "no frame in white noise as %s",
    (_, create, count) => {
      expect(framesInNoise(create(reception(48_000)), count)).toEqual([]);
    },
    NOISE_TIMEOUT_MS,
  );
});

describe(`signals/decoders/ax25, recordings of satellites (skipped where ${captures} is absent)`, () => {
  it.skipIf(!existsSync(captures)).each([
    [
      "sat_opssat.wav",
      7194,
      "DP0OPS",
      "DL0ESA",
      "8898608aa6826088a0609ea0a66103f035efcec09b2f719f8e2c93ada7b746fb5a977dcc32a2ac480a10f18895dc99b1fe901c38c8a0cb869659274a20ea8d9cb77bf5928d077e7e469e110be931383a13e10934c808e6435966961981a9a9a91727280fa66dc26a224fbf0c5842",
    ],
    ["sat_us01.wav", 68_459, "CQ", "QBUS01", /^a284aaa660626086a240404040e103f019002df7a0.*0000e25aa5a5$/],
  ])("%s", async (name, stop, from, to, hex) => {
    const file = `${captures}/${name}`;
    const bytes = readFileSync(file);
    const source = {
      name,
      size: bytes.length,
      slice: async (a: number, b: number) => new Uint8Array(bytes.subarray(a, b)).buffer,
    };
    const recording = await openWav(source, {});
    const samples = await recording.read(0, recording.samples);
    const frames = run(createAudioReceiver(reception(48_000)), samples);
    expect(frames).toHaveLength(1);
    expect(frames[0].fields).toEqual({ from, to, text: null });
    expect(frames[0].hex).toMatch(hex);
    expect(Math.abs(frames[0].stop - stop)).toBeLessThan(5);
  });
});
