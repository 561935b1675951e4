import { expect, it } from "vitest";
import { parseDatatype } from "../../../capture/datatype.ts";
import { testRandom } from "../../../gpu/testing.ts";
import { randomFrame } from "../ax25/testing.ts";
import { decodeRecording } from "../decode.ts";
import type { DecodedFrame } from "../decoder.ts";
import { hdlcBits, nrziLevels, scrambled } from "../hdlc/testing.ts";
import { createPocsagDecoder } from "../pocsag/decoder.ts";
import { pocsagBits } from "../pocsag/testing.ts";
import { createFoundReceiver } from "./found.ts";
import { afskAudio, fmSamples, fskFrequency } from "./testing.ts";

it("signals/decoders/fm: packets and pages in a wide recording, each on its own frequency", async () => {
  const random = testRandom(12);
  const rate = 320_000;
  const length = 170_000;
  const samples = fmSamples(random, 1, new Float64Array(0), { esN0Db: 0, around: length / 2, symbolRateHz: 1 }).map(
    (value) => 0.1 * value,
  );
  const packets = [randomFrame(random, 60), randomFrame(random, 10), randomFrame(random, 60)];
  const clean = { esN0Db: 100, around: 0, symbolRateHz: 1 };
  const add = (at: number, frequency: Float64Array) => {
    for (const [n, value] of fmSamples(random, rate, frequency, clean).entries()) samples[2 * at + n] += 0.1 * value;
  };
  const g3ruh = (octets: Uint8Array, carrierHz: number) =>
    fskFrequency(rate, {
      levels: nrziLevels(scrambled(hdlcBits([octets]))),
      symbolRateHz: 9600,
      deviationHz: 3000,
      carrierHz,
    });
  add(20_000, g3ruh(packets[0], 91_000));
  add(40_000, g3ruh(packets[2], 111_000));
  add(
    3_000,
    afskAudio(rate, nrziLevels(hdlcBits([packets[1]], { opening: 5 }))).map((value) => -60_000 + 3000 * value),
  );
  const page = { address: 800, function: 3, text: "Wide band" };
  add(
    5000,
    fskFrequency(rate, { levels: pocsagBits([page]), symbolRateHz: 2400, deviationHz: -4500, carrierHz: -120_500 }),
  );

  const recording = {
    samples: length,
    channels: 1,
    datatype: parseDatatype("cf32_le"),
    sampleRate: rate,
    read: async (start: number, count: number) => samples.slice(2 * start, 2 * (start + count)),
  };
  const frames: DecodedFrame[] = [];
  let last = 0;
  for await (const part of decodeRecording(recording, ["ax25", "pocsag"])) {
    frames.push(...part.frames);
    expect(part.progress).toBeGreaterThanOrEqual(last);
    last = part.progress;
  }
  expect(last).toBe(1);
  const found = frames
    .toSorted((a, b) => a.centreHz - b.centreHz)
    .map(({ fields, hex, centreHz }) => [
      fields.text === page.text ? page.text : hex,
      Math.round(centreHz / 500) * 500,
    ]);
  const hexOf = (octets: Uint8Array) => Buffer.from(octets).toString("hex");
  expect(found).toEqual([
    [page.text, -120_500],
    [hexOf(packets[1]), -60_000],
    [hexOf(packets[0]), 91_000],
    [hexOf(packets[2]), 111_000],
  ]);
});

it("signals/decoders/fm: a page that continues after the end of its box is read to its end, and silence is not", async () => {
  const random = testRandom(31);
  const rate = 240_000;
  const [around, start] = [600, 120_000]; // symbols, samples
  const page = { address: 1200, function: 3, text: "Two boxes share this page." };
  const frequency = fskFrequency(rate, {
    levels: pocsagBits([page]),
    symbolRateHz: 1200,
    deviationHz: -4500,
    carrierHz: 60_000,
  });
  const samples = fmSamples(random, rate, frequency, { esN0Db: 60, around, symbolRateHz: 1200 });
  let read = 0;
  const recording = {
    samples: samples.length / 2,
    channels: 1,
    datatype: parseDatatype("cf32_le"),
    sampleRate: rate,
    read: async (start: number, count: number) => {
      read = Math.max(read, start + count);
      return samples.slice(2 * start, 2 * (start + count));
    },
  };
  const receiver = createFoundReceiver(recording, [{ name: "pocsag", create: createPocsagDecoder, channelHz: 14_000 }]);
  const stop = start + Math.round(0.7 * frequency.length);
  const box = { start, stop, lowHz: 54_000, highHz: 66_000, noiseDensity: 1e-12, notes: [] };
  const frames = await receiver(box);
  expect(frames.map(({ fields }) => fields.text)).toEqual([page.text]);
  expect(read).toBeLessThan(start + frequency.length + 0.3 * rate);
});
