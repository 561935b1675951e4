import { describe, expect, it } from "vitest";
import { design } from "../filter-design/registry.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { ringing } from "./ringing.ts";
import { viewFilter } from "./view.ts";

const of = (spec: FilterSpec) => ringing(design(spec));
const pair = (radius: number, angle: number) =>
  [radius * Math.cos(angle), radius * Math.sin(angle)] as [number, number];
const poles = (...points: [number, number][]): FilterSpec => ({
  type: "zeros-poles",
  zeros: [],
  poles: points,
  gain: 1,
  rate: 2,
});

describe("filters/ringing", () => {
  // SciPy 1.17: sosfilt of an impulse over 10⁶ samples, with butter(4, 20, fs=48000, output="sos").
  it("finds the last sample above 1 % and the overshoot beyond what a figure shows", () => {
    const { last, settled, highestStep } = of({ type: "butterworth", order: 4, cutoff: 20, rate: 48_000 });
    expect({ last, settled }).toEqual({ last: 5499, settled: true });
    expect(100 * (highestStep - 1)).toBeCloseTo(10.83, 2);
  });

  // One pair of poles: h[n] = rⁿ sin((n + 1)θ)/sin θ, a closed form.
  it.each([
    [0.9, 0.3],
    [0.99, 1],
    [0.999, 0.02],
    [0.995, 3.1],
  ])("a pair of poles at radius %f and angle %f", (radius, angle) => {
    const h = Array.from({ length: 50_000 }, (_, n) =>
      Math.abs((radius ** n * Math.sin((n + 1) * angle)) / Math.sin(angle)),
    );
    const peak = Math.max(...h);
    expect(of(poles(pair(radius, angle))).last).toBe(h.findLastIndex((value) => value > 0.01 * peak));
  });

  it("is not misled by a beat of two pairs of poles", () => {
    // h is a product of two sequences, so the reference convolves the closed forms.
    const [r, a, b] = [0.9995, 0.5, 0.502];
    const one = (angle: number) =>
      Array.from({ length: 40_000 }, (_, n) => (r ** n * Math.sin((n + 1) * angle)) / Math.sin(angle));
    const h = one(a);
    // The second pair as a recursion: y[n] = x[n] + 2r cos b y[n−1] − r² y[n−2].
    for (let n = 0; n < h.length; n++) h[n] += 2 * r * Math.cos(b) * (h[n - 1] ?? 0) - r * r * (h[n - 2] ?? 0);
    const peak = Math.max(...h.map(Math.abs));
    expect(of(poles(pair(r, a), pair(r, b))).last).toBe(h.findLastIndex((value) => Math.abs(value) > 0.01 * peak));
  });

  it("says when a response outlasts the search", () => {
    const { last, settled } = of(poles([1 - 1e-6, 0]));
    expect({ last, settled }).toEqual({ last: 262_143, settled: false });
  });

  it("ends with the last tap that exceeds 1 %, for taps, and is absent for an unstable filter", () => {
    expect(of({ type: "taps", taps: [1, -2, 0.5, 0.021, 0.019], rate: 2 })).toEqual({
      last: 3,
      settled: true,
      highestStep: 1,
    });
    expect(viewFilter(poles([1.01, 0])).ringing).toBeUndefined();
  });
});
