import { expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import type { Detection } from "../detection.ts";
import { binPowersOf } from "../../fft/fft.float64.ts";
import { addNoise } from "../generator/draws.ts";
import { measureRecording } from "./measure.ts";

const [RATE, SIZE, START, LENGTH] = [1e6, 131_072, 20_000, 60_000];

it("2-FSK of two switched oscillators has the symbol rate of its tones' times, and its wide sides", async () => {
  const [symbolRateHz, deviationHz] = [15_000, 13_900];
  const samples = new Float64Array(2 * SIZE);
  for (let n = 0, state = 7, bit = 0, symbol = -1; n < LENGTH; n++) {
    const at = Math.floor((n * symbolRateHz) / RATE);
    if (at > symbol) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      [bit, symbol] = [state >>> 31, at];
    }
    // Each oscillator runs on while it is not heard.
    const angle = (2 * Math.PI * (53_000 + (bit ? deviationHz : -deviationHz)) * n) / RATE + 1.1 * bit;
    samples.set([Math.cos(angle), Math.sin(angle)], 2 * (START + n));
  }
  const powers = binPowersOf(SIZE, (part) => part.set(samples));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const place = (share: number) => {
    let sum = 0;
    return powers.findIndex((_, i) => (sum += powers[(i + SIZE / 2) % SIZE]) >= share * total);
  };
  const widthHz = ((place(0.995) - place(0.005)) * RATE) / SIZE;
  const noisy = new Float64Array(2 * SIZE);
  addNoise(noisy, 6, 0);
  // 19 dB in that band.
  const gain = Math.sqrt((10 ** 1.9 * widthHz) / RATE);
  const recording = arrayRecording(
    Float32Array.from(noisy, (value, i) => 0.01 * (value + gain * samples[i])),
    { sampleRate: RATE },
  );
  const found: Detection[] = [];
  for await (const { detections } of measureRecording(recording)) found.push(...detections);
  expect(found.map((one) => one.class)).toEqual(["2-FSK"]);
  expect(Math.abs(found[0].symbolRateHz! / symbolRateHz - 1)).toBeLessThan(1e-3);
  expect(Math.abs(found[0].bandwidthHz / widthHz - 1)).toBeLessThan(0.2);
  expect(Math.abs(found[0].deviationHz! / deviationHz - 1)).toBeLessThan(0.05);
});
