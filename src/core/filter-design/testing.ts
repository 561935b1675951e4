import { readFileSync } from "node:fs";
import type { Complex } from "./complex.ts";
import type { Zpk } from "./zpk.ts";

/** Points and systems as scipy-vectors.json has them. */
export type ListedPoints = [number, number][];
export interface ListedZpk {
  zeros: ListedPoints;
  poles: ListedPoints;
  gain: number;
}

export const toPoints = (listed: ListedPoints): Complex[] => listed.map(([re, im]) => ({ re, im }));
export const toZpk = ({ zeros, poles, gain }: ListedZpk): Zpk => ({
  zeros: toPoints(zeros),
  poles: toPoints(poles),
  gain,
});

export function readVectors<Vectors>(domain: "fir" | "iir"): Vectors {
  return JSON.parse(readFileSync(new URL(`./${domain}/scipy-vectors.json`, import.meta.url), "utf8"));
}

/** Largest distance from a point to its partner in the other set, each used once; ∞ if counts differ. */
export function farthest(actual: readonly Complex[], expected: readonly Complex[]): number {
  if (actual.length !== expected.length) return Infinity;
  const left = [...actual];
  return expected.reduce((worst, point) => {
    const distances = left.map(({ re, im }) => Math.hypot(re - point.re, im - point.im));
    const nearest = distances.indexOf(Math.min(...distances));
    left.splice(nearest, 1);
    return Math.max(worst, distances[nearest]);
  }, 0);
}

/** Largest difference over the largest expected value. */
export function relativeError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Infinity;
  let [worst, size] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    worst = Math.max(worst, Number.isNaN(actual[i]) ? Infinity : Math.abs(actual[i] - expected[i]));
    size = Math.max(size, Math.abs(expected[i]));
  }
  return worst / (size || 1);
}
