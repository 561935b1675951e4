import { unitGain } from "./iir/butterworth.ts";
import { add, type Complex, complex, div, mul, scale, sqrt, sub } from "./complex.ts";
import type { Zpk } from "./zpk.ts";

export const BANDS = ["lowpass", "highpass", "bandpass", "bandstop"] as const;
export type Band = (typeof BANDS)[number];

/** One edge for a low-pass or high-pass filter, two for a band. */
export type Edges = number | readonly [number, number];

export const isBand = (edges: Edges): edges is readonly [number, number] => typeof edges !== "number";

/** Transforms an analog low-pass filter with edge 1 rad/s to edges in rad/s: s → s/ω, ω/s, (s² + ω²)/(Bs) or its inverse, ω² = ω1ω2, B = ω2 − ω1. */
export function moveBand(prototype: Zpk, band: Band, edges: Edges): Zpk {
  if (!isBand(edges)) return band === "highpass" ? toHighPass(prototype, edges) : toLowPass(prototype, edges);
  const [center, width] = [Math.sqrt(edges[0] * edges[1]), edges[1] - edges[0]];
  return band === "bandstop" ? toBandStop(prototype, center, width) : toBandPass(prototype, center, width);
}

/** Zeros at infinity. */
const excess = ({ zeros, poles }: Zpk) => poles.length - zeros.length;
const repeat = (point: Complex, count: number): Complex[] => Array.from({ length: count }, () => point);

function toLowPass(zpk: Zpk, edge: number): Zpk {
  const move = (point: Complex) => scale(point, edge);
  return { zeros: zpk.zeros.map(move), poles: zpk.poles.map(move), gain: zpk.gain * edge ** excess(zpk) };
}

function toHighPass(zpk: Zpk, edge: number): Zpk {
  const move = (point: Complex) => div(complex(edge), point);
  return {
    zeros: [...zpk.zeros.map(move), ...repeat(complex(0), excess(zpk))],
    poles: zpk.poles.map(move),
    gain: zpk.gain / unitGain(zpk.zeros, zpk.poles),
  };
}

/** Both roots of s² − 2·half·s + center². */
function split(half: Complex, center: number): Complex[] {
  const root = sqrt(sub(mul(half, half), complex(center * center)));
  // The larger root from a sum without cancellation, the other from their product.
  const sum = half.re * root.re + half.im * root.im >= 0 ? add(half, root) : sub(half, root);
  if (half.im === 0 && root.re === 0) return [sum, complex(sum.re, -sum.im)];
  return [sum, div(complex(center * center), sum)];
}

function toBandPass(zpk: Zpk, center: number, width: number): Zpk {
  const move = (point: Complex) => split(scale(point, width / 2), center);
  return {
    zeros: [...zpk.zeros.flatMap(move), ...repeat(complex(0), excess(zpk))],
    poles: zpk.poles.flatMap(move),
    gain: zpk.gain * width ** excess(zpk),
  };
}

function toBandStop(zpk: Zpk, center: number, width: number): Zpk {
  const move = (point: Complex) => split(div(complex(width / 2), point), center);
  const notches = [complex(0, center), complex(0, -center)];
  return {
    zeros: [...zpk.zeros.flatMap(move), ...repeat(complex(0), excess(zpk)).flatMap(() => notches)],
    poles: zpk.poles.flatMap(move),
    gain: zpk.gain / unitGain(zpk.zeros, zpk.poles),
  };
}

/** Edges as parts of the Nyquist frequency. */
export const toNyquist = (edges: Edges, nyquist: number): Edges =>
  isBand(edges) ? [edges[0] / nyquist, edges[1] / nyquist] : edges / nyquist;

/** Low-pass for one edge, band-pass for two. */
export const defaultBand = (cutoff: Edges): Band => (isBand(cutoff) ? "bandpass" : "lowpass");
