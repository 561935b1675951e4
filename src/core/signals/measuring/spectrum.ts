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
  const fading = { from, first, last, to };
  let weights = 0;
  const powers = binPowersOf(size, (part) => {
    weights = fade(part, samples, fading);
  });
  const scale = 1 / (size * (last - first));
  const power = fromLowest(powers, scale);
  const bin = sampleRateHz / size;
  return {
    power,
    noise: (noiseDensity * bin * weights) / (last - first),
    bin,
    cell: size / weights,
  };
}

/** Returns the spectrum of all samples, as {@link partSpectrum} does. @param transform Theirs, with zeros after them. */
export function wholeSpectrum({ samples, sampleRateHz, noiseDensity }: Burst, transform: Float64Array): PartSpectrum {
  const [size, count] = [transform.length / 2, samples.length / 2];
  const bin = sampleRateHz / size;
  return {
    power: fromLowest(powersOf(transform), 1 / (size * count)),
    noise: noiseDensity * bin,
    bin,
    cell: size / count,
  };
}

function powersOf(transform: Float64Array): Float64Array {
  const powers = new Float64Array(transform.length / 2);
  for (let k = 0; k < powers.length; k++) {
    powers[k] = transform[2 * k] * transform[2 * k] + transform[2 * k + 1] * transform[2 * k + 1];
  }
  return powers;
}

/** Writes samples [from, to); before `first` and from `last` on they fade. Returns the sum of the squared weights. */
function fade(
  part: Float64Array,
  samples: Float64Array,
  { from, first, last, to }: { from: number; first: number; last: number; to: number },
): number {
  const skirt = Math.ceil(SKIRT * (last - first));
  let weights = last - first;
  for (let i = 2 * first; i < 2 * last; i++) part[i - 2 * from] = samples[i];
  for (let side = 0; side < 2; side++) {
    const [begin, end] = side === 0 ? [from, first] : [last, to];
    for (let i = begin; i < end; i++) {
      const outside = side === 0 ? first - i : i - last + 1;
      const weight = (1 + Math.cos((Math.PI * outside) / (skirt + 1))) / 2;
      part[2 * (i - from)] = weight * samples[2 * i];
      part[2 * (i - from) + 1] = weight * samples[2 * i + 1];
      weights += weight * weight;
    }
  }
  return weights;
}

/** Returns powers by frequency from the lowest to the highest, times a factor. */
function fromLowest(powers: Float64Array, scale: number): Float64Array {
  const half = powers.length / 2;
  const ordered = new Float64Array(powers.length);
  for (let i = 0; i < half; i++) {
    ordered[i] = powers[i + half] * scale;
    ordered[i + half] = powers[i] * scale;
  }
  return ordered;
}

/** Returns sums[i]: the sum of the values before i. */
export function runningSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i] + values[i];
  return sums;
}

/** Returns the mean of each value and `reach` values on both sides, fewer at the ends. */
export function smoothed(sums: Float64Array, reach: number): Float64Array {
  const count = sums.length - 1;
  const means = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const from = i > reach ? i - reach : 0;
    const to = i + reach + 1 < count ? i + reach + 1 : count;
    means[i] = (sums[to] - sums[from]) / (to - from);
  }
  return means;
}
