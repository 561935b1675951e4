import { expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import type { Detection } from "../detection.ts";
import { addNoise, createDraws } from "../generator/draws.ts";
import { type Measurable, measureRecording } from "./measure.ts";

async function measured(samples: Float64Array, sampleRate: number): Promise<Detection[]> {
  const recording = arrayRecording(Float32Array.from(samples), { sampleRate }) as Measurable;
  const found: Detection[] = [];
  for await (const { detections } of measureRecording(recording)) found.push(...detections);
  return found;
}

/** Adds a phasor of an amplitude. @param cycles Its angle. */
function add(samples: Float64Array, n: number, amplitude: number, cycles: number) {
  samples[2 * n] += amplitude * Math.cos(2 * Math.PI * cycles);
  samples[2 * n + 1] += amplitude * Math.sin(2 * Math.PI * cycles);
}

it("short bursts of 2-FSK with pauses as long as they are stay apart, and have the band of both tones", async () => {
  const [rate, symbol, bits, bursts, apart] = [250e3, 16, 64, 14, 2010];
  const [middleHz, deviationHz] = [20e3, 10e3];
  const samples = new Float64Array(2 * (bursts * apart + 4000));
  addNoise(samples, 41, 0);
  const draws = createDraws(41, "parameters", 0);
  const starts = Array.from({ length: bursts }, (_, i) => 2000 + apart * i);
  for (const start of starts) {
    let angle = draws.uniform(0, 1);
    for (let i = 0; i < bits; i++) {
      const bit = i < 24 ? i % 2 : Number(draws.uniform(0, 1) < 0.5);
      for (let n = 0; n < symbol; n++) {
        angle += (middleHz + (bit ? deviationHz : -deviationHz)) / rate;
        add(samples, start + symbol * i + n, Math.sqrt(10), angle);
      }
    }
  }
  const found = await measured(samples, rate);
  expect(found).toHaveLength(bursts);
  for (const [i, { start, stop, centreHz, bandwidthHz }] of found.entries()) {
    // Two symbols.
    expect(Math.abs(start - starts[i])).toBeLessThan(2 * symbol);
    expect(Math.abs(stop - starts[i] - symbol * bits)).toBeLessThan(2 * symbol);
    // The tones have random shares of the power.
    expect(Math.abs(centreHz - middleHz)).toBeLessThan(0.2 * bandwidthHz);
    expect(bandwidthHz).toBeGreaterThan(2 * deviationHz);
  }
  const named = found.filter((one) => one.class === "2-FSK").length;
  expect(named).toBeGreaterThanOrEqual(0.8 * bursts);
  expect(found.filter((one) => one.class !== "2-FSK" && one.class !== "unsure")).toEqual([]);
});

it("a keyed message in which the receiver's gain steps is no AM", async () => {
  const [rate, symbol] = [1e6, 500];
  const samples = new Float64Array(2 * 120_000);
  addNoise(samples, 43, 0);
  const draws = createDraws(43, "parameters", 0);
  for (let i = 0; i < 24; i++) {
    const start = 40_000 + 4 * symbol * i;
    const length = (draws.uniform(0, 1) < 0.5 ? 3 : 1) * symbol;
    for (let n = start; n < start + length; n++) add(samples, n, Math.sqrt(10), (12e3 * n) / rate);
  }
  const whole = samples.map((value, i) => (i >= 2 * 78_000 ? 2 : 1) * value);
  const found = await measured(whole, rate);
  expect(found).toHaveLength(1);
  expect(found[0].notes).toContain("gain step");
  expect(["OOK", "ASK", "unsure"]).toContain(found[0].class);
});
