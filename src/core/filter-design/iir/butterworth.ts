import { type Complex, polar, product, scale } from "../complex.ts";
import type { Family } from "./family.ts";

/**
 * Poles evenly on the left half of the unit circle, −exp(jπm/2N), m = −N+1, −N+3 … N−1; flat, 3.01 dB down at 1 rad/s.
 * Source: S. Butterworth, On the theory of filter amplifiers, 1930.
 */
export const butterworth: Family = {
  prototype: (order) => ({ zeros: [], poles: angles(order).map((angle) => polar(-1, angle)), gain: 1 }),
  order: (selectivity, ripple, attenuation) => Math.log(discrimination(ripple, attenuation)) / Math.log(selectivity),
  edge: (order, ripple) => (10 ** (ripple / 10) - 1) ** (-1 / (2 * order)),
};

/** πm/2N, m = −N+1, −N+3 … N−1; exactly symmetric, so that poles are exact conjugates. */
export function angles(order: number): number[] {
  return Array.from({ length: order }, (_, i) => (Math.PI * (2 * i + 1 - order)) / (2 * order));
}

/** √((10^(A/10) − 1)/(10^(R/10) − 1)), the ratio of the stop band's to the pass band's ε. */
export function discrimination(ripple: number, attenuation: number): number {
  return Math.sqrt((10 ** (attenuation / 10) - 1) / (10 ** (ripple / 10) - 1));
}

/** Gain that makes the response 1 at s = 0. */
export function unitGain(zeros: readonly Complex[], poles: readonly Complex[]): number {
  const size = (points: readonly Complex[]) => product(points.map((point) => scale(point, -1))).re;
  return size(poles) / size(zeros);
}
