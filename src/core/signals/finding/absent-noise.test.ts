import { describe, expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import { testNormals, testRandom } from "../../gpu/testing.ts";
import { createTimeSlice } from "../../thread/time-slice.ts";
import type { FoundSignal } from "../detection.ts";
import { isNoiseAbsent } from "./absent-noise.ts";
import { findSignals } from "./finder.ts";
import { noiseFloorOf } from "./noise-floor.ts";
import { resolutionsFor } from "./resolution.ts";
import { spectraInSlices } from "./spectra.ts";

const SAMPLES = 30_000;
const RATE = 22_050;
/** Samples per bit: 1200 bits per second, as pagers have. */
const PERIOD = RATE / 1200;

const samplesOf = (value: (n: number) => number) =>
  Float32Array.from({ length: 2 * SAMPLES }, (_, i) => (i % 2 ? 0 : value(i >> 1)));

/** Levels ±0.5 of random bits; 13 equal bits in their middle, as data may have. */
function keyed(): (n: number) => number {
  const random = testRandom(17);
  const bits = Array.from({ length: Math.ceil(SAMPLES / PERIOD) }, () => (random() < 0.5 ? -0.5 : 0.5)).fill(
    0.5,
    800,
    813,
  );
  return (n) => bits[Math.floor(n / PERIOD)];
}

async function isAbsent(value: (n: number) => number): Promise<boolean> {
  const samples = samplesOf(value);
  const [resolution] = resolutionsFor(RATE, SAMPLES);
  const floor = noiseFloorOf(await spectraInSlices(samples, resolution, createTimeSlice()), resolution);
  return isNoiseAbsent(() => samples, floor, resolution);
}

describe("signals/finding/absent-noise", () => {
  it("finds one signal in levels without a filter and without noise, also where they stay for long", async () => {
    const signals: FoundSignal[] = [];
    const level = keyed();
    const recording = arrayRecording(
      Float32Array.from({ length: SAMPLES }, (_, n) => level(n)),
      { sampleRate: RATE, kind: "real" },
    );
    for await (const part of findSignals(recording)) signals.push(...part.found);
    expect(signals.map(({ start, stop }) => [start, stop])).toEqual([[0, SAMPLES]]);
  });

  const noise = testNormals(3, SAMPLES);
  const isTone = (n: number) => n % 6000 < 2000;
  it.each<[string, (n: number) => number, boolean]>([
    ["keyed levels", keyed(), true],
    [
      "keyed levels with noise 80 dB below",
      (
        (level) => (n) =>
          level(n) + 5e-5 * noise[n]
      )(keyed()),
      false,
    ],
    ["noise", (n) => 0.1 * noise[n], false],
    ["tones without noise between noise", (n) => (isTone(n) ? 0.3 * Math.cos(1.3 * n) : 0.1 * noise[n]), false],
    [
      "keyed levels without noise between noise",
      (
        (level) => (n) =>
          isTone(n) ? level(n) : 0.1 * noise[n]
      )(keyed()),
      false,
    ],
    ["bursts of noise between silence", (n) => (isTone(n) ? 0.1 * noise[n] : 0), false],
    ["a tone", (n) => 0.3 * Math.cos(1.3 * n), false],
    ["silence", () => 0, false],
  ])("tells whether noise is absent in %s", async (_, value, expected) => {
    expect(await isAbsent(value)).toBe(expected);
  });
});
