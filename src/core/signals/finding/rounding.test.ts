import { expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import { testNormals } from "../../gpu/testing.ts";
import type { FoundSignal } from "../detection.ts";
import { findSignals } from "./finder.ts";

const SAMPLES = 150_000;
const STEP = 1 / 128;

/** Noise of a fifth of a step in integers: one value in eighty is no 0. */
const rounded = (signal: (i: number) => number) => {
  const noise = testNormals(5, 2 * SAMPLES);
  return noise.map((value, i) => STEP * Math.round(0.2 * value + signal(i)));
};

it.each([
  ["no signal in single steps of few samples", () => 0, []],
  [
    "a pulse of a step and a half among them",
    (i: number) =>
      i >> 1 >= 70_000 && i >> 1 < 70_300 ? 1.5 * Math.cos(0.9 * (i >> 1) - (i % 2 ? Math.PI / 2 : 0)) : 0,
    [70_000],
  ],
])("signals/finding: finds %s", async (_, signal, starts) => {
  const found: FoundSignal[] = [];
  const recording = arrayRecording(rounded(signal), { sampleRate: 1e6 });
  for await (const part of findSignals(recording)) found.push(...part.found);
  expect(found.map(({ start }) => Math.round(start / 100) * 100)).toEqual(starts);
});
