import { expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { classify } from "../classification/classify.ts";
import { toBurst } from "../finding/burst.ts";
import { asComplex } from "../../capture/channels.ts";
import { datatypeOf } from "../../capture/datatype.ts";
import { createDraws } from "../generator/draws.ts";
import { measureRecording } from "./measure.ts";
import { measureBurst } from "./measure-burst.ts";

it.each([1, 2, 5, 20, 60, 200, 720])(
  "a signal of %i samples has finite values, with bounds inside its burst",
  (length) => {
    const samples = new Float64Array(2 * 4000);
    addNoise(samples, length, 0);
    for (let i = 1000; i < 1000 + length; i++) samples[2 * i] += 8;
    const box = { start: 1000, stop: 1000 + length, lowHz: -4000, highHz: 6000, noiseDensity: 1e-5, notes: [] };
    const burst = toBurst(samples, 1e5, box);
    const measured = measureBurst(burst);
    for (const [name, value] of Object.entries(measured)) {
      if (typeof value === "number") expect([name, Number.isFinite(value)]).toEqual([name, true]);
    }
    expect(measured.start).toBeGreaterThanOrEqual(0);
    expect(measured.stop).toBeLessThanOrEqual(burst.samples.length / 2);
    expect(measured.stop).toBeGreaterThan(measured.start);
    const { confidence, candidates } = classify(burst, measured);
    expect(
      [confidence, ...candidates.map((one) => one.confidence)].filter((value) => !(value >= 0 && value <= 1)),
    ).toEqual([]);
  },
);

it.each([
  // Tones of 1200 Bd at 11.2 and 12.8 kHz; and the same bits as levels, as an FM receiver gives them.
  { middleHz: 12_000, named: "2-FSK" },
  { middleHz: 0, named: "unsure" },
])("real samples have each signal once, and no class without a carrier ($middleHz Hz)", async ({ middleHz, named }) => {
  const [rate, length] = [48_000, 24_000];
  const draws = createDraws(3, "samples", 1);
  const bits = draws.bits(length / 40);
  let phase = 0;
  const samples = Float32Array.from({ length }, (_, n) => {
    const noise = 0.03 * draws.normals()[0];
    if (n < 4000 || n >= 20_000) return noise;
    const level = 2 * bits[Math.floor(n / 40)] - 1;
    phase += (2 * Math.PI * (middleHz + 800 * level)) / rate;
    return noise + (middleHz > 0 ? Math.cos(phase) : level);
  });
  const recording = {
    samples: length,
    channels: 1,
    sampleRate: rate,
    datatype: datatypeOf(false, "f32"),
    captures: [],
    read: async (first: number, count: number) => asComplex(samples.slice(first, first + count)),
  };
  const messages: string[] = [];
  const found = [];
  for await (const part of measureRecording(recording)) {
    messages.push(...part.messages);
    found.push(...part.detections);
  }
  expect(messages[0]).toContain("The samples are real");
  expect(found.map((one) => one.class)).toEqual([named]);
  if (middleHz > 0) expect(Math.abs(found[0].centreHz - middleHz)).toBeLessThan(300);
  expect(found[0].notes).not.toContain("image");
});
