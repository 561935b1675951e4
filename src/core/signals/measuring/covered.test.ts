import { expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import { GENERATOR_DEFAULTS } from "../generator/options.ts";
import { planBursts } from "../generator/plan.ts";
import { recordingSamples, render } from "../generator/render.ts";
import type { Detection } from "../detection.ts";
import { type Measurable, measureRecording } from "./measure.ts";

it.each([
  { seed: 33, host: "4-FSK", covered: "8-PSK" },
  { seed: 41, host: "OFDM", covered: "MSK" },
] as const)(
  "a signal is named in its clear part, $host, and gets no class where another one covers all of it, $covered",
  async ({ seed, host, covered }) => {
    const options = {
      ...GENERATOR_DEFAULTS,
      seed,
      seconds: 0.2,
      bursts: 2,
      classes: [host, covered],
      snr: [20, 20] as const,
    };
    const [own, other] = planBursts(options).toSorted((a, b) => Number(a.class !== host) - Number(b.class !== host));
    const time = { start: 40_000, stop: 40_000 + own.stop - own.start };
    const within = { start: 100_000, stop: 100_000 + other.stop - other.start };
    const bursts = [
      { ...own, ...time, carrier: 0 },
      { ...other, ...within, carrier: 0.2 * own.room },
    ];
    const samples = new Float32Array(2 * recordingSamples(options));
    let at = 0;
    for (const chunk of render(bursts, options, () => {})) {
      samples.set(chunk, at);
      at += chunk.length;
    }
    const recording = arrayRecording(samples, { sampleRate: options.rate }) as Measurable;
    const found: Detection[] = [];
    for await (const { detections } of measureRecording(recording)) found.push(...detections);
    expect(found).toHaveLength(2);
    const [wide, inner] = found.toSorted((a, b) => a.start - b.start);
    expect([wide.class, inner.class]).toEqual([host, "unsure"]);
    for (const [{ start, stop }, truth] of [
      [wide, time],
      [inner, within],
    ] as const) {
      expect(Math.max(Math.abs(start - truth.start), Math.abs(stop - truth.stop))).toBeLessThan(0.02 * (stop - start));
    }
  },
);
