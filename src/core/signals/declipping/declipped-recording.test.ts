import { expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import { addNoise } from "../generator/draws.ts";
import { declip } from "./declip.ts";
import { declippedRecording } from "./declipped-recording.ts";

it("gives the same samples for each way to read them, and they are restored", async () => {
  const values = new Float64Array(2 * 80_000);
  addNoise(values, 9, 0);
  for (let n = 20_000; n < 70_000; n++) {
    values[2 * n] += 6 * Math.cos(0.7 * n);
    values[2 * n + 1] += 6 * Math.sin(0.7 * n);
  }
  const samples = Float32Array.from(values, (value) => Math.max(-3, Math.min(3, value)));
  const limits = { low: -3, high: 3 };
  const recording = declippedRecording(arrayRecording(samples, { sampleRate: 1e6 }), limits);
  const whole = await recording.read(0, 80_000);
  expect(whole).toHaveLength(samples.length);
  for (const [start, count] of [
    [100, 10],
    [32_760, 20],
    [30_000, 40_000],
    [79_990, 50],
  ]) {
    expect(await recording.read(start, count)).toEqual(whole.slice(2 * start, 2 * (start + count)));
  }
  const restored = samples.slice();
  declip(restored, limits);
  // Blocks have other parts than the whole, so what noise adds to a cell decides differently: a hundredth of the tone's power.
  const difference = whole.reduce((sum, value, i) => sum + (value - restored[i]) ** 2, 0) / 50_000;
  expect(difference).toBeLessThan(0.36);
  const peak = whole.reduce((most, value) => Math.max(most, value), 0);
  expect(peak).toBeGreaterThan(5);
});
