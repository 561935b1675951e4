import type { Sliced } from "../slices.ts";

/** Fewest taps of a mask's filter. */
const LEAST = 3;

/** What is found of a length. */
export interface Trial {
  keeps: boolean;
  /** By how much errors exceed the mask's, dB. */
  excess: number;
}

interface Search {
  /** Where to begin. */
  estimate: number;
  /** Longest to be tried. */
  most: number;
  /** 2 for odd lengths alone. */
  step: 1 | 2;
  /** dB by which a tap more lowers errors, about. */
  perTap: number;
  /** How many shorter lengths have to fail. */
  failing: number;
}

/** Returns the shortest length that keeps the mask and for which N shorter lengths all fail, or the deviation of the longest length. */
export function* shortest(
  examine: (length: number) => Sliced<Trial>,
  { estimate, most, step, perTap, failing }: Search,
): Sliced<{ length: number } | { excess: number }> {
  const known = new Map<number, Trial>();
  function* trial(length: number): Sliced<Trial> {
    const found = known.get(length) ?? (yield* examine(length));
    known.set(length, found);
    return found;
  }
  const onStep = (length: number) => (step === 2 ? 2 * Math.round((length - 1) / 2) + 1 : Math.round(length));
  const longest = onStep(most - (step - 1) / 2);
  let [short, long] = [onStep(LEAST) - step, Infinity];
  let length = Math.min(longest, Math.max(short + step, onStep(estimate)));
  for (let round = 0, stride = 0.04; ; round++) {
    const { keeps, excess } = yield* trial(length);
    if (keeps) long = Math.min(long, length);
    else if (length >= longest) {
      // A shorter length may keep the mask: with a window, errors rise and fall again with the length.
      for (let shorter = longest - step; long === Infinity; shorter -= step) {
        if (shorter < LEAST || shorter < longest - failing * step) return { excess };
        if ((yield* trial(shorter)).keeps) long = shorter;
      }
      break;
    } else short = Math.max(short, length);
    if (long - short <= 2 * step) break;
    let next = length + excess / perTap;
    if (long === Infinity || short < LEAST) {
      // One side is open yet: further each time.
      const least = length * stride;
      next = keeps ? Math.min(next, length - least) : Math.max(next, length + least);
      stride *= 2;
    } else if (round % 3 === 2) {
      next = (short + long) / 2;
    }
    length = Math.min(longest, long - step, Math.max(short + step, onStep(next)));
  }
  for (let shorter = long - step; shorter >= LEAST && shorter >= long - failing * step; shorter -= step) {
    if ((yield* trial(shorter)).keeps) long = shorter;
  }
  return { length: long };
}
