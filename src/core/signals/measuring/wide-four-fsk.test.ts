import { expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import type { Detection } from "../detection.ts";
import { addNoise } from "../generator/draws.ts";
import { measureRecording } from "./measure.ts";

const [RATE, SIZE, START, LENGTH] = [1e6, 250_000, 30_000, 190_000];

it("4-FSK of h = 1.5 is no MSK, although its square has two lines", async () => {
  const [symbolRateHz, h] = [4800, 1.5];
  // Of about three tone distances and two symbol rates, 15 dB over the noise.
  const widthHz = (3 * h + 2) * symbolRateHz;
  const gain = Math.sqrt((10 ** 1.5 * widthHz) / RATE);
  const samples = new Float64Array(2 * SIZE);
  addNoise(samples, 6, 0);
  for (let n = 0, state = 7, level = 0, symbol = -1, phase = 0; n < LENGTH; n++) {
    const at = Math.floor((n * symbolRateHz) / RATE);
    if (at > symbol) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      [level, symbol] = [2 * (state >>> 30) - 3, at];
    }
    phase += (2 * Math.PI * (70_000 + (level * h * symbolRateHz) / 2)) / RATE;
    samples[2 * (START + n)] += gain * Math.cos(phase);
    samples[2 * (START + n) + 1] += gain * Math.sin(phase);
  }
  const recording = arrayRecording(
    Float32Array.from(samples, (value) => 0.01 * value),
    { sampleRate: RATE },
  );
  const found: Detection[] = [];
  for await (const { detections } of measureRecording(recording)) found.push(...detections);
  expect(found.map((one) => one.class)).toEqual(["4-FSK"]);
  expect(Math.abs(found[0].symbolRateHz! / symbolRateHz - 1)).toBeLessThan(1e-3);
  expect(Math.abs(found[0].modulationIndex! / h - 1)).toBeLessThan(0.05);
});
