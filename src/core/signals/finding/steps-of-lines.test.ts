import { expect, it } from "vitest";
import { pieceOf } from "./pieces/pieces.ts";
import { isSteadyAt } from "./steps-of-lines.ts";

const [FRAMES, STEP] = [60, 30];

/** A line in noise whose power steps by 2 dB. @param ratios Of the line to the noise, before the step and after it. */
function line(before: number, after: number) {
  const ratios = Float32Array.from({ length: FRAMES }, (_, t) => 1 + (t < STEP ? before : after));
  const runs = Array.from({ length: FRAMES }, (_, frame) => ({ frame, low: 0, high: 1, short: true, long: true }));
  return pieceOf({ ratios, frames: FRAMES, bins: 1 } as Parameters<typeof pieceOf>[0], runs);
}
const noise = 10 ** 0.2;
const floor = {
  gain: Float64Array.from({ length: FRAMES }, (_, t) => (t < STEP ? 1 : noise)),
  shape: Float64Array.of(1),
  least: 0,
} as Parameters<typeof isSteadyAt>[1];

it.each([
  ["keeps its power", 100, 100 / noise, STEP, true],
  ["steps with the noise", 100, 100, STEP, false],
  ["is weak", 10, 10 / noise, STEP, false],
  ["begins later", 100, 100 / noise, 10, false],
])("a line that %s: is it steady where the noise steps?", (_, before, after, step, isSteady) => {
  expect(isSteadyAt(line(before, after), floor, step)).toBe(isSteady);
});
