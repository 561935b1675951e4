import { describe, expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import { testRandom } from "../../gpu/testing.ts";
import { createReadSignals } from "./read-signals.ts";
import { decodeRecording } from "./decode.ts";
import type { DecodedFrame } from "./decoder.ts";
import { fmSamples, fskFrequency } from "./fm/testing.ts";
import { madeModeS, withParity } from "./mode-s/testing.ts";
import { pocsagBits } from "./pocsag/testing.ts";
import { type DecoderName, signalDecoders } from "./registry.ts";

const frame = (decoder: DecoderName, start: number, stop: number, centreHz = 0, good = true): DecodedFrame => ({
  decoder,
  start,
  stop,
  centreHz,
  good,
  correctedBits: 0,
  snrDb: null,
  hex: "00",
  bits: null,
  fields: {},
});
const at = (start: number, stop: number, centreHz = 0) => ({ start, stop, centreHz });
const box = (start: number, stop: number, centreHz = 0, width = 12_000) => ({
  start,
  stop,
  lowHz: centreHz - width / 2,
  highHz: centreHz + width / 2,
  noiseDensity: 1,
  notes: [],
});

describe("signals/decoders/read-signals", () => {
  // 1 MS/s: pieces of one signal are up to 5000 samples apart.
  const claimsOf = (frames: DecodedFrame[], boxes: ReturnType<typeof box>[] = []) => {
    const claims = createReadSignals(1e6, signalDecoders);
    for (const signal of boxes) claims.see(signal);
    claims.add(frames);
    return (message: ReturnType<typeof at>, signal = message) => claims.has(message, signal);
  };

  it("a packet claims its time in its channel, and nothing after it in the same signal", () => {
    const has = claimsOf([frame("modes", 1000, 1120, 1e5), frame("modes", 1200, 1264)]);
    const signal = at(900, 3000);
    expect([at(1010, 1120), at(1000, 1200, 2e5), at(1195, 1270)].map((message) => has(message, signal))).toEqual([
      true,
      true,
      true,
    ]);
    expect([at(1150, 1190), at(1000, 1300), at(1010, 1120, 3e6)].map((message) => has(message, signal))).toEqual([
      false,
      true,
      false,
    ]);
    // A long message on which some packets lie.
    expect(has(at(0, 100_000))).toBe(false);
  });

  it("only good frames claim, and satellites below the noise do not", () => {
    const has = claimsOf([frame("wifi", 0, 1000, 0, false), frame("gps", 0, 40_000), frame("ook", 0, 1000)]);
    expect(has(at(0, 1000))).toBe(false);
  });

  it("an FM frame claims its signal and the pieces before and after it, on its carrier", () => {
    const pieces = [box(0, 100_000), box(101_000, 200_000, 3000), box(200_100, 300_000), box(310_000, 400_000)];
    const has = claimsOf([frame("pocsag", 210_000, 260_000)], [...pieces, box(0, 300_000, 25_000)]);
    const found = pieces.map(({ start, stop, lowHz }) => has(at(start, stop, lowHz + 6000)));
    expect(found).toEqual([true, true, true, false]);
    expect(has(at(0, 300_000, 25_000))).toBe(false);
  });

  it("keeps frames in the order of their starts if they come in any order", () => {
    const frames = [5, 2, 9, 1, 7, 3].map((k) => frame("ble", 1000 * k, 1000 * k + 300));
    const has = claimsOf(frames);
    const found = Array.from({ length: 11 }, (_, k) => k).filter((k) => has(at(1000 * k, 1000 * k + 300)));
    expect(found).toEqual([1, 2, 3, 5, 7, 9]);
  });
});

/** Returns the decoders of the frames in a made recording. */
async function decodersIn(samples: Float32Array, sampleRate: number, names: readonly DecoderName[]) {
  const recording = arrayRecording(samples, { sampleRate });
  const found: string[] = [];
  for await (const { frames } of decodeRecording(recording, names)) found.push(...frames.map(({ decoder }) => decoder));
  return found.toSorted();
}

describe("signals/decoders/read-signals, recordings", () => {
  it("lists a page once, and as a message of FSK only without its decoder", async () => {
    const page = { address: 800, function: 3, text: "Wide band" };
    const levels = pocsagBits([page]);
    const frequency = fskFrequency(24_000, { levels, symbolRateHz: 2400, deviationHz: -4500, carrierHz: 3000 });
    const noise = { esN0Db: 25, around: 200, symbolRateHz: 2400 };
    const samples = fmSamples(testRandom(3), 24_000, frequency, noise);
    expect(await decodersIn(samples, 24_000, ["pocsag", "fsk"])).toEqual(["pocsag"]);
    expect(await decodersIn(samples, 24_000, ["fsk"])).toEqual(["fsk"]);
  });

  it("lists a frame of Mode S once, and as a message of OOK only without its decoder", async () => {
    const random = testRandom(4);
    const octets = withParity([0x8d, 0x48, 0x40, 0xd6, 0x20, 0x2c, 0xc3, 0x71, 0xc3, 0x2c, 0xe0]);
    const frames = [0, 1].map((k) => ({ octets, at: 3000 + 6000 * k + random() }));
    const samples = madeModeS(random, { length: 14_000, rate: 8e6, sigma: 0.05 }, frames);
    expect(await decodersIn(samples, 8e6, ["modes", "ook"])).toEqual(["modes", "modes"]);
    expect(await decodersIn(samples, 8e6, ["ook"])).toContain("ook");
  });
});
