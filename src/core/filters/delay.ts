import { type Filter, filterResponse, isComplex, isRecursive, tapsCount } from "../filter-design/registry.ts";

/** Frequencies at which a recursive filter is looked at. */
const POINTS = 2 ** 16;

/**
 * Returns the mean delay of a filter in samples: the centre of the energy of its impulse response. This is the mean of the group
 * delay, weighted by the power response. It is the group delay where that is constant, (N − 1)/2 for N symmetric taps.
 */
export function meanDelay(filter: Filter): number {
  let [energy, moment] = [0, 0];
  const add = (power: number, delay: number) => {
    energy += power;
    moment += power * delay;
  };
  if (isRecursive(filter)) {
    const least = isComplex(filter) ? -1 : 0;
    const frequencies = Float64Array.from({ length: POINTS }, (_, i) => least + ((1 - least) * (i + 0.5)) / POINTS);
    const { gainDb, delay } = filterResponse(filter, frequencies);
    for (let i = 0; i < POINTS; i++) if (gainDb[i] > -Infinity) add(10 ** (gainDb[i] / 10), delay[i]);
  } else {
    const width = filter.taps.length / tapsCount(filter);
    for (const [i, tap] of filter.taps.entries()) add(tap * tap, Math.floor(i / width));
  }
  return energy > 0 ? moment / energy : 0;
}
