import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readVectors, relativeError } from "../../iir/design/testing.ts";
import type { BandGains } from "./band-gains.ts";
import { kaiserBeta, kaiserLength } from "./kaiser.ts";
import { leastSquares } from "./least-squares.ts";
import { remez } from "./remez.ts";
import { amplitude, tapsResponse } from "./response.ts";
import { windowed } from "./windowed.ts";
import { type Window, type WindowName, windowValues } from "./windows.ts";

interface NamedWindow {
  window: WindowName;
  beta?: number;
}
interface Vectors {
  windows: (NamedWindow & { length: number; periodic: boolean; values: number[] })[];
  kaiserord: { attenuation: number; width: number; length: number; beta: number }[];
  firwin: (NamedWindow & { length: number; cutoff: number | number[]; band: string; taps: number[] })[];
  firls: (BandGains & { length: number; taps: number[] })[];
  remez: (BandGains & { length: number; kind: "bandpass" | "hilbert" | "differentiator"; taps: number[] })[];
}
const vectors = readVectors<Vectors>("fir");

const toWindow = ({ window, beta }: NamedWindow): Window => (window === "kaiser" ? { kaiser: beta! } : window);

describe("fir/design against SciPy", () => {
  it.each(vectors.windows)("$window window of $length, β $beta, periodic $periodic", (vector) => {
    // SciPy's I₀ has a few 10⁻¹⁶ of its own.
    expect(relativeError(windowValues(toWindow(vector), vector.length, vector.periodic), vector.values)).toBeLessThan(
      2e-15,
    );
  });

  it.each(vectors.kaiserord)(
    "Kaiser's length and β for $attenuation dB over $width",
    ({ attenuation, width, length, beta }) => {
      expect(kaiserLength(attenuation, width)).toBe(length);
      expect(kaiserBeta(attenuation)).toBeCloseTo(beta, 13);
    },
  );

  it.each(vectors.firwin)("$band of $length taps at $cutoff, $window", ({ length, cutoff, band, taps, ...window }) => {
    const passZero = band === "lowpass" || band === "bandstop";
    expect(relativeError(windowed({ length, cutoff, passZero, window: toWindow(window) }), taps)).toBeLessThan(1e-13);
  });

  it.each(vectors.firls)("least squares, $length taps, bands $bands", ({ taps, ...design }) => {
    expect(relativeError(leastSquares(design), taps)).toBeLessThan(1e-11);
  });

  it.each(vectors.remez)("$kind, $length taps, bands $bands", ({ length, bands, gains, weights, kind, taps }) => {
    const differentiates = kind === "differentiator";
    // SciPy's differentiator has the gain f, in cycles per sample.
    const each = bands.map((f, i) => (differentiates ? (gains[i >> 1] * f) / 2 : gains[i >> 1]));
    const symmetry = kind === "bandpass" ? "even" : "odd";
    const actual = remez({ length, bands, gains: each, weights, symmetry, relative: differentiates });
    // SciPy's extrema lie on a grid, 2048 points a coefficient: its errors differ from the optimum's by its step squared.
    expect(relativeError(actual.taps, taps)).toBeLessThan(1e-6);
  });
});
