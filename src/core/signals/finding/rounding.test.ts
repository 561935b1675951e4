import { expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import { testNormals } from "../../gpu/testing.ts";
import type { FoundSignal } from "../detection.ts";
import { findSignals } from "./finder.ts";

const SAMPLES = 150_000;
const STEP = 1 / 128;

const NOTHING = () => 0;
/** A burst of a tone in complex samples, as the real or imaginary part of sample i >> 1. */
const burst = (amplitude: number) => (i: number) =>
  i >> 1 >= 70_000 && i >> 1 < 70_300 ? amplitude * Math.cos(0.9 * (i >> 1) - (i % 2 ? Math.PI / 2 : 0)) : 0;

async function startsIn(samples: Float32Array, sampleRate: number, kind: "complex" | "real") {
  const found: FoundSignal[] = [];
  for await (const part of findSignals(arrayRecording(samples, { sampleRate, kind }))) found.push(...part.found);
  return found.map(({ start }) => Math.round(start / 100) * 100);
}

// A fifth of a step: one value in eighty is no 0. An eighth: one in fifteen thousand.
it.each([
  ["no signal in single steps of few samples", 0.2, NOTHING, []],
  ["a pulse of a step and a half among them", 0.2, burst(1.5), [70_000]],
  ["no signal in very few steps", 0.125, NOTHING, []],
  ["a pulse of two steps among them", 0.125, burst(2), [70_000]],
])("signals/finding: finds %s", async (_, sd, signal, starts) => {
  const noise = testNormals(5, 2 * SAMPLES);
  const samples = Float32Array.from(noise, (value, i) => STEP * Math.round(sd * value + signal(i)));
  expect(await startsIn(samples, 1e6, "complex")).toEqual(starts);
});

it.each([0.18, 0.22])("signals/finding: finds nothing in audio of 8 bits with noise of %d of a step", async (sd) => {
  const noise = testNormals(6, SAMPLES);
  const samples = Float32Array.from(noise, (value) => STEP * Math.round(sd * value));
  expect(await startsIn(samples, 11_025, "real")).toEqual([]);
});
