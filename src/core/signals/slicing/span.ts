import type { Baseband } from "./baseband.ts";

/** Part of a baseband that holds a signal, in its samples: [first, last). */
export interface Span {
  first: number;
  last: number;
}

/** The ends may be wrong by this many symbols, and by this share of the length. */
const [SYMBOLS, SHARE] = [4, 0.02];
/** Symbols on each side of an end that decide where it lies. */
const REACH = 3;
/** Half of the amplitude: among noise, it is less often wrong than half of the power. */
const THRESHOLD = 0.25;

/**
 * Returns where the power of a burst begins and ends, near the known start and stop: where the power of samples, less a quarter
 * of its median, sums to most over the burst.
 *
 * @param samplesPerSymbol Of the baseband.
 */
export function activeSpan(
  { re, im, from, step }: Baseband,
  { start, stop }: { start: number; stop: number },
  samplesPerSymbol: number,
): Span {
  const [first, last] = [start, stop].map((at) => Math.min(re.length, Math.max(0, Math.round((at - from) / step))));
  const power = re.map((value, n) => value * value + im[n] * im[n]);
  const sums = sumsOf(power);
  const width = Math.max(1, Math.round(samplesPerSymbol));
  const smooth = (n: number) => {
    const low = Math.max(0, n - (width >> 1));
    const high = Math.min(power.length, low + width);
    return (sums[high] - sums[low]) / (high - low);
  };
  const inside = Float64Array.from({ length: Math.max(0, last - first) }, (_, n) => smooth(first + n)).toSorted();
  if (inside.length === 0) return { first, last };
  const threshold = THRESHOLD * inside[inside.length >> 1];
  const isOn = (n: number) => smooth(n) >= threshold;
  const most = Math.ceil(SYMBOLS * samplesPerSymbol + SHARE * (last - first));
  let [low, high] = [first, last];
  // Outwards while the signal is on, or inwards to where it begins.
  if (isOn(low)) while (low > Math.max(0, first - most) && isOn(low - 1)) low--;
  else while (low < Math.min(last, first + most) && !isOn(low)) low++;
  if (isOn(high - 1)) while (high < Math.min(power.length, last + most) && isOn(high)) high++;
  else while (high > Math.max(low + 1, last - most) && !isOn(high - 1)) high--;
  const reach = Math.ceil(REACH * samplesPerSymbol);
  // Sums of what exceeds the threshold before a place. The span runs from its least value to its greatest.
  const excess = (n: number) => sums[n] - n * threshold;
  return {
    first: extreme(low - reach, Math.min(low + reach, high), power.length, (n) => -excess(n)),
    last: extreme(Math.max(high - reach, low), high + reach, power.length, excess),
  };
}

/** Returns the place with the greatest value. */
function extreme(from: number, to: number, length: number, value: (n: number) => number): number {
  let best = Math.max(0, from);
  for (let n = best; n <= Math.min(length, to); n++) if (value(n) > value(best)) best = n;
  return best;
}

function sumsOf(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let n = 0; n < values.length; n++) sums[n + 1] = sums[n] + values[n];
  return sums;
}
