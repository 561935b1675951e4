import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { arrayRecording } from "../../../capture/array-recording.ts";
import { testRandom } from "../../../gpu/testing.ts";
import { decodeRecording } from "../decode.ts";
import type { BurstSignal, DecodedFrame } from "../decoder.ts";
import { fmSamples, fskFrequency } from "../fm/testing.ts";
import { genericClass, keyedConfidence } from "./generic-class.ts";

async function framesIn(samples: Float32Array, sampleRate: number): Promise<DecodedFrame[]> {
  const recording = arrayRecording(samples, { sampleRate });
  const frames: DecodedFrame[] = [];
  for await (const part of decodeRecording(recording, ["ook", "fsk"])) frames.push(...part.frames);
  return frames;
}

/** Makes a message in Manchester code in noise, and tells whether it is read. Nothing else may be. */
async function isRead(random: () => number): Promise<boolean> {
  const [rate, symbolRate, start] = [250e3, 4000, 3000];
  const bits = Array.from({ length: 64 }, () => (random() < 0.5 ? 1 : 0));
  const preamble = Array.from({ length: 8 }, () => [1, 0]).flat();
  const levels = [...preamble, ...bits.flatMap((bit) => (bit ? [1, 0] : [0, 1]))];
  const count = Math.round((levels.length * rate) / symbolRate);
  const samples = new Float32Array(2 * (count + 2 * start));
  // 14 dB over the noise in 8 kHz, while the carrier is on.
  const level = Math.sqrt((2 * 10 ** 1.4 * 8000) / rate);
  for (let n = 0; n < samples.length; n += 2) {
    const amplitude = level * (levels[Math.floor(((n / 2 - start) * symbolRate) / rate)] ?? 0);
    const [size, turn] = [Math.sqrt(-2 * Math.log(1 - random())), 2 * Math.PI * random()];
    samples[n] = amplitude * Math.cos(0.2 * n) + size * Math.cos(turn);
    samples[n + 1] = amplitude * Math.sin(0.2 * n) + size * Math.sin(turn);
  }
  const frames = await framesIn(samples, rate);
  const content = bits.slice(1, -1).join("");
  for (const frame of frames) {
    expect(frame).toMatchObject({ decoder: "ook", fields: { line: "Manchester" } });
    expect(frame.bits).toContain(content);
  }
  return frames.length === 1;
}

describe("signals/decoders/generic", () => {
  it("adds the probabilities of keyed classes", () => {
    const candidates = [
      { class: "2-FSK", confidence: 0.5 },
      { class: "AM", confidence: 0.25 },
      { class: "OOK", confidence: 0.125 },
      { class: "GMSK", confidence: 0.0625 },
    ] as const;
    expect(keyedConfidence({ candidates: [...candidates] })).toBe(0.6875);
  });

  it("slices a burst of no sure class by its likeliest keyed class, and one of a sure class by no other", () => {
    const candidates = [
      { class: "AM", confidence: 0.5 },
      { class: "OOK", confidence: 0.3 },
      { class: "2-FSK", confidence: 0.15 },
    ] as const;
    const burst = { class: "unsure", candidates: [...candidates] } as unknown as BurstSignal;
    expect([genericClass("ook", burst), genericClass("fsk", burst)]).toEqual(["OOK", undefined]);
    expect(genericClass("ook", { ...burst, class: "AM" })).toBeUndefined();
    expect(genericClass("fsk", { ...burst, candidates: candidates.slice(2) })).toBe("2-FSK");
    expect(genericClass("ook", { ...burst, candidates: [{ class: "OOK", confidence: 0.05 }] })).toBeUndefined();
  });

  it("reads most weak messages in Manchester code, whose bursts are unsure", async () => {
    const read = [];
    for (const seed of [1, 2, 3]) read.push(await isRead(testRandom(100 + seed)));
    expect(read.filter(Boolean).length).toBeGreaterThanOrEqual(2);
  });
  it("lists one message of 2-FSK with 16 bits of preamble and no known check, and none without a preamble", async () => {
    const random = testRandom(21);
    const noise = { esN0Db: 22, around: 60, symbolRateHz: 10_000 };
    const payload = Array.from({ length: 64 }, () => (random() < 0.5 ? 0 : 1));
    // The preamble is not longer by chance.
    payload[0] = 1;
    payload[1] = 1;
    const preamble = Array.from({ length: 16 }, (_, k) => (k + 1) % 2);
    const samplesOf = (levels: number[]) =>
      fmSamples(
        random,
        200e3,
        fskFrequency(200e3, { levels, symbolRateHz: 10_000, deviationHz: 15_000, carrierHz: -20_000 }),
        noise,
      );
    const [message, ...others] = await framesIn(samplesOf([...preamble, ...payload]), 200e3);
    expect(message).toMatchObject({ decoder: "fsk", bits: [...preamble, ...payload].join(""), good: false });
    expect(message.fields).toMatchObject({ line: "NRZ", repeats: 1 });
    expect(others).toEqual([]);
    const random80 = [1, 1, 0, 0, ...Array.from({ length: 76 }, () => (random() < 0.5 ? 0 : 1))];
    expect(await framesIn(samplesOf(random80), 200e3)).toEqual([]);
  });

  const folder = "../shared/captures";
  const has = existsSync(`${folder}/urh_fsk15.cf32`);
  if (!has) console.warn(`Skipped: ${folder} is absent.`);
  it.skipIf(!has)("lists the message of urh_fsk15.cf32, whose bits its makers tell", async () => {
    const bytes = readFileSync(`${folder}/urh_fsk15.cf32`);
    const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const given = JSON.parse(readFileSync(`${folder}/signals-given.json`, "utf8")).recordings as {
      file: string;
      bursts: { bits: string }[];
    }[];
    const { bits } = given.find(({ file }) => file === "urh_fsk15.cf32")!.bursts[0];
    const frames = await framesIn(samples, 1e6);
    expect(frames.map(({ decoder, bits: found }) => [decoder, found])).toEqual([["fsk", bits]]);
  });
});
