import { fft } from "../../fft/fft.float64.ts";

/** Share of the power outside the bandwidth, on each side. */
const OUTSIDE = 0.005;
/** A line dominates if this share of the power lies within a few resolution cells around the largest density. */
const LINE = 0.2;

interface TrueBandwidth {
  /** Edges of the band that holds 99 % of the power, Hz. */
  lower: number;
  upper: number;
  /** Between the outermost half-power points of the smoothed density, Hz; null where a line dominates. */
  half: number | null;
}

/**
 * Measures a burst without noise, from the spectrum of all its samples.
 *
 * @param samples Complex samples, interleaved.
 * @param rate Samples per second.
 */
export function trueBandwidth(samples: Float64Array, rate: number): TrueBandwidth {
  const length = samples.length / 2;
  const size = 2 ** Math.ceil(Math.log2(length));
  const padded = new Float64Array(2 * size);
  padded.set(samples);
  const spectrum = fft(padded);
  // sums[i]: energy of the bins before bin i, from −rate/2.
  const sums = new Float64Array(size + 1);
  for (let i = 0; i < size; i++) {
    const at = 2 * ((i + size / 2) % size);
    sums[i + 1] = sums[i] + spectrum[at] ** 2 + spectrum[at + 1] ** 2;
  }
  const bin = rate / size;
  const lower = placeOf(sums, OUTSIDE * sums[size]);
  const upper = placeOf(sums, (1 - OUTSIDE) * sums[size]);
  const toHertz = (place: number) => (place - 0.5 - size / 2) * bin;
  return {
    lower: toHertz(lower),
    upper: toHertz(upper),
    half: halfWidth(sums, { width: upper - lower, cell: size / length, bin }),
  };
}

/** Returns the place, in bins, where the running sum passes a value. */
function placeOf(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sums[middle] < value) low = middle;
    else high = middle;
  }
  return low + (value - sums[low]) / (sums[high] - sums[low]);
}

function halfWidth(
  sums: Float64Array,
  { width, cell, bin }: { width: number; cell: number; bin: number },
): number | null {
  const few = Math.round(4 * cell);
  if (largest(smoothed(sums, few)) * (2 * few + 1) > LINE * sums[sums.length - 1]) return null;
  // The smoothing is a tenth of the result, so a few rounds find both.
  let half = width;
  for (let round = 0; round < 6; round++) {
    const density = smoothed(sums, Math.max(1, Math.round(half / 20)));
    const level = largest(density) / 2;
    half = density.findLastIndex((value) => value >= level) - density.findIndex((value) => value >= level) + 1;
  }
  return half * bin;
}

/** Returns the mean of each bin and `reach` bins on both sides. */
function smoothed(sums: Float64Array, reach: number): Float64Array {
  const size = sums.length - 1;
  const density = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    density[i] = (sums[Math.min(size, i + reach + 1)] - sums[Math.max(0, i - reach)]) / (2 * reach + 1);
  }
  return density;
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
