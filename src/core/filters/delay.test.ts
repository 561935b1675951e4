import { expect, it } from "vitest";
import { impulseResponse } from "../filter-design/cascade.ts";
import { design, type Filter } from "../filter-design/registry.ts";
import { meanDelay } from "./delay.ts";

const of = (spec: unknown) => design(spec as Parameters<typeof design>[0]);

it.each([
  [101, of({ type: "window", length: 101, cutoff: 0.3 })],
  [64, of({ type: "window", length: 64, cutoff: 0.3 })],
  [5, { kind: "complex-fir", taps: Float64Array.of(1, 1, 2, 0, 3, -1, 2, 0, 1, -1) } satisfies Filter],
])("is half of %i symmetric taps but one", (length, filter) => {
  expect(meanDelay(filter)).toBeCloseTo((length - 1) / 2, 9);
});

it("is the centre of the impulse response's energy for other taps", () => {
  expect(meanDelay({ kind: "fir", taps: Float64Array.of(0, 0, 0, 5) })).toBe(3);
  expect(meanDelay({ kind: "fir", taps: Float64Array.of(1, 1, 0, 1) })).toBeCloseTo(4 / 3, 12);
  expect(meanDelay({ kind: "fir", taps: Float64Array.of(0, 0) })).toBe(0);
});

it.each([
  { type: "butterworth", order: 4, cutoff: 0.1 },
  { type: "elliptic", pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000 },
  { type: "bessel", order: 6, cutoff: 0.02 },
])("is the centre of a recursive filter's impulse response: $type", (spec) => {
  const filter = of(spec);
  if (filter.kind !== "iir") throw new Error("not recursive");
  const h = impulseResponse(filter.sections, 20_000);
  const energy = h.reduce((sum, value) => sum + value * value, 0);
  const moment = h.reduce((sum, value, n) => sum + n * value * value, 0);
  // The response has decayed; the sum over frequencies converges geometrically.
  expect(meanDelay(filter)).toBeCloseTo(moment / energy, 6);
});
