import { expect, it } from "vitest";
import { pieceOf } from "../pieces/pieces.ts";
import type { RatioGrid } from "../regions.ts";
import { signalWithin } from "./signal-within.ts";

const [FRAMES, BINS] = [300, 64];

/** Tells whether a signal on bins 8 to 56 seems to hold another one. @param powerAt Mean power of its cells over the noise. */
function isSeen(powerAt: (t: number, k: number) => number): boolean {
  const ratios = new Float32Array(FRAMES * BINS).fill(1);
  // Exponential powers, as of noise and modulated signals; the same ones each time.
  let state = 7;
  const exponential = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return -Math.log((state + 0.5) / 2 ** 32);
  };
  for (let t = 0; t < FRAMES; t++) {
    for (let k = 8; k < 56; k++) ratios[t * BINS + k] = (1 + powerAt(t, k)) * exponential();
  }
  const grid: RatioGrid = { ratios, frames: FRAMES, bins: BINS };
  const runs = Array.from({ length: FRAMES }, (_, frame) => ({ frame, low: 8, high: 56, short: true, long: true }));
  return signalWithin(grid, pieceOf(grid, runs)) !== undefined;
}

it.each<[name: string, powerAt: (t: number, k: number) => number, expected: boolean]>([
  ["one signal", () => 30, false],
  ["a narrower, stronger one for some time", (t, k) => (t >= 90 && t < 200 && k >= 30 && k < 40 ? 200 : 30), true],
  ["one to its end", (t, k) => (t >= 150 && k < 24 ? 150 : 30), true],
  ["more power everywhere", (t) => (t >= 90 && t < 200 ? 200 : 30), false],
  ["tones in turn", (t, k) => (t >= 90 && t < 200 === k < 32 ? 60 : 2), false],
  ["drift", (t, k) => (Math.abs(k - 12 - t / 8) < 4 ? 60 : 0.1), false],
  ["a wide signal that drifts", (t, k) => (Math.abs(k - 22 - t / 15) < 14 ? 60 : 0.1), false],
  ["moments", (t, k) => (t % 40 < 8 && k >= 30 && k < 40 ? 200 : 30), false],
])("signals/finding: a signal that holds another one: %s", (_, powerAt, expected) => {
  expect(isSeen(powerAt)).toBe(expected);
});
