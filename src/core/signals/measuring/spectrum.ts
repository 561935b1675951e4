import { binPowersOf, fastLength } from "../../fft/fft.float64.ts";
import type { Burst } from "../detection.ts";

/** The power of a part of a burst by frequency, from the lowest frequency to the highest. */
export interface PartSpectrum {
  /** Power per bin: all bins together have the energy of the part, divided by its length. Noise has `noise` on average. */
  power: Float64Array;
  noise: number;
  /** Hz per bin. */
  bin: number;
  /** Bins per independent value, at least 1: the transform is longer than the part. */
  cell: number;
}

/** Share of a part's length on each side of it in which samples fade out. Neighbours in frequency leak less then. */
const SKIRT = 0.03;

/** Returns the spectrum of samples [start, stop). What lies just outside fades out, so the burst's own edges stay whole. */
export function partSpectrum(
  { samples, sampleRateHz, noiseDensity }: Burst,
  start: number,
  stop: number,
): PartSpectrum {
  const total = samples.length / 2;
  const [first, last] = [Math.max(0, Math.round(start)), Math.min(total, Math.round(stop))];
  const skirt = Math.ceil(SKIRT * (last - first));
  const [from, to] = [Math.max(0, first - skirt), Math.min(total, last + skirt)];
  const size = fastLength(to - from);
  let weights = 0;
  const powers = binPowersOf(size, (part) => {
    for (let i = from; i < to; i++) {
      const outside = Math.max(first - i, i - last + 1, 0);
      const weight = outside === 0 ? 1 : (1 + Math.cos((Math.PI * outside) / (skirt + 1))) / 2;
      part[2 * (i - from)] = weight * samples[2 * i];
      part[2 * (i - from) + 1] = weight * samples[2 * i + 1];
      weights += weight * weight;
    }
  });
  const scale = 1 / (size * (last - first));
  // The lowest frequency comes first.
  const power = new Float64Array(size);
  for (let i = 0; i < size; i++) power[i] = powers[(i + size / 2) % size] * scale;
  const bin = sampleRateHz / size;
  return {
    power,
    noise: (noiseDensity * bin * weights) / (last - first),
    bin,
    cell: size / weights,
  };
}

/** Returns sums[i]: the sum of the values before i. */
export function runningSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i] + values[i];
  return sums;
}

/** Returns the mean of each value and `reach` values on both sides, fewer at the ends. */
export function smoothed(sums: Float64Array, reach: number): Float64Array {
  const means = new Float64Array(sums.length - 1);
  for (let i = 0; i < means.length; i++) {
    const from = Math.max(0, i - reach);
    const to = Math.min(means.length, i + reach + 1);
    means[i] = (sums[to] - sums[from]) / (to - from);
  }
  return means;
}
