import { describe, expect, it } from "vitest";
import { parseDatatype } from "../../capture/datatype.ts";
import { CaptureError } from "../../capture/capture-error.ts";
import { testRandom } from "../../gpu/testing.ts";
import { randomFrame } from "./ax25/testing.ts";
import { decodersFor } from "./applicable.ts";
import { type DecodedPart, decodeRecording } from "./decode.ts";
import { loadBurstDecoders } from "./load.ts";
import type { BurstSignal, DecodedFrame, DecoderEntry, KnownBurst } from "./decoder.ts";
import { fmSamples, fskFrequency } from "./fm/testing.ts";
import { hdlcBits, nrziLevels, scrambled } from "./hdlc/testing.ts";
import type { DecoderName } from "./registry.ts";

const signal: BurstSignal = {
  class: "2-FSK",
  confidence: 0.99,
  candidates: [],
  bandwidthHz: 2e4,
  snrDb: 20,
  symbolRateHz: 9600,
  symbolRateSdHz: 1,
  deviationHz: 4800,
  start: 10,
  stop: 90,
  centreHz: 1e5,
  carrierOffsetHz: 1e5,
};
const burst: KnownBurst["burst"] = {
  samples: new Float64Array(200),
  sampleRateHz: 5e4,
  first: 1000,
  decimation: 48,
  centreHz: 1e5,
  widthHz: 2e4,
  passHz: 2e4,
  start: 10,
  stop: 90,
  noiseDensity: 1e-9,
  notes: [],
};
const frame = (start: number, hex: string): DecodedFrame => ({
  decoder: "made",
  start,
  stop: start + 1,
  centreHz: 0,
  good: true,
  correctedBits: 0,
  snrDb: null,
  hex,
  bits: null,
  fields: {},
});

/** A decoder whose frames are the first samples of its bursts, and at the end their number. */
const counting = (matches: (signal: BurstSignal) => boolean, rates: readonly [number, number]): DecoderEntry => ({
  title: "counting",
  bursts: {
    rates,
    matches,
    load: async () => () => {
      let count = 0;
      return {
        push({ burst: { first } }) {
          count++;
          return [frame(first, "one")];
        },
        end: () => [frame(count, "all")],
      };
    },
  },
});

describe("signals/decoders/decode, bursts", () => {
  it("gives each decoder the bursts that match it, and tells it when there are no more", async () => {
    const entries = [
      counting((known) => known.class === "2-FSK", [1e4, 1e7]),
      counting(() => true, [1e4, 1e5]),
      { title: "takes no bursts" },
    ];
    const decoder = await loadBurstDecoders(entries, { sampleRateHz: 2.4e6 });
    const other: KnownBurst = { burst: { ...burst, first: 2000 }, signal: { ...signal, class: "OOK" } };
    const third = { burst: { ...burst, first: 3000 }, signal };
    const frames = [{ burst, signal }, other, third].map((known) => decoder.push(known));
    expect([...frames, decoder.end()].map((some) => some.map(({ start, hex }) => [start, hex]))).toEqual([
      [[1000, "one"]],
      [],
      [[3000, "one"]],
      [[2, "all"]],
    ]);
  });
});

describe("signals/decoders/decode, which decoders run", () => {
  const recording = (complex: boolean, sampleRate: number, centerFrequency?: number) => ({
    samples: 1,
    channels: 1,
    read: async () => new Float32Array(2),
    datatype: { ...parseDatatype(complex ? "cf32_le" : "rf32_le") },
    sampleRate,
    centerFrequency,
  });

  it.each([
    [recording(true, 48_000), ["ax25", "pocsag", "ais"]],
    [recording(false, 48_000), ["ax25", "pocsag", "ais"]],
    [recording(false, 11_025), ["ax25", "pocsag"]],
    [recording(true, 1e6, 162e6), ["ax25", "pocsag", "ais"]],
  ])("%j", (made, names) => {
    const able = decodersFor(made, undefined);
    expect(able.filter((name) => ["ax25", "pocsag", "ais", "modes"].includes(name))).toEqual(names);
  });

  it("runs GPS only where the recording holds its frequency", () => {
    expect(decodersFor(recording(true, 4e6, 1575e6), undefined)).toContain("gps");
    for (const made of [recording(true, 4e6), recording(true, 4e6, 1500e6), recording(true, 1e6, 1575e6)]) {
      expect(decodersFor(made, undefined)).not.toContain("gps");
    }
    expect(() => decodersFor(recording(true, 4e6, 1500e6), ["gps"])).toThrow(
      /needs a band that holds 1575.42 MHz; the recording has its centre at 1500 MHz/,
    );
    expect(() => decodersFor(recording(true, 1e6, 1575e6), ["gps"])).toThrow(/needs 2 to 250 MS\/s/);
  });

  it.each([
    [recording(true, 1e4), "fm", /AIS \(ais\) needs at least 0.016 MS\/s; the recording has 0.01 MS\/s/],
    [recording(false, 48_000), "off", /takes real samples only as FM audio, which is off/],
    [recording(false, 8000), "fm", /needs 0.022 to 0.2 MS\/s; the recording has 0.008 MS\/s/],
  ] as const)("refuses AIS in %j, audio %s", (made, audio, message) => {
    expect(() => decodersFor(made, ["ais"], audio)).toThrow(message);
  });
});

describe("signals/decoders/decode, a file that becomes shorter", () => {
  it.each([true, false])("gives the frames of what is left to all decoders, complex samples %s", async (complex) => {
    const random = testRandom(41);
    const rate = 48_000;
    const packet = randomFrame(random, 40);
    const levels = nrziLevels(scrambled(hdlcBits([packet])));
    const audio = fskFrequency(rate, { levels, symbolRateHz: 9600, deviationHz: 3000, carrierHz: 0 });
    const made = complex
      ? fmSamples(random, rate, audio, { esN0Db: 25, around: 500, symbolRateHz: 9600 })
      : Float32Array.from({ length: 2 * audio.length }, (_, n) => (n % 2 ? 0 : audio[n / 2] / 3000));
    const left = made.length / 2;
    const recording = {
      // Of the last three quarters nothing is left.
      samples: 4 * left,
      channels: 1,
      datatype: parseDatatype(complex ? "cf32_le" : "rf32_le"),
      sampleRate: rate,
      async read(start: number, count: number) {
        if (start + count > left) throw new CaptureError("the file has become shorter");
        return made.slice(2 * start, 2 * (start + count));
      },
    };
    const parts: DecodedPart[] = [];
    const all = async () => {
      const names: DecoderName[] = complex ? ["ax25", "fsk"] : ["ax25"];
      for await (const part of decodeRecording(recording, names)) parts.push(part);
    };
    await expect(all()).rejects.toThrow("the file has become shorter");
    const hex = Buffer.from(packet).toString("hex");
    expect(parts.flatMap(({ frames }) => frames)).toMatchObject([{ decoder: "ax25", hex }]);
    expect(parts.at(-1)!.samples).toBe(left);
    expect(recording.samples).toBe(4 * left);
  });
});
