import { binPowers, fastLength } from "../../fft/fft.float64.ts";

/** A line in the spectrum of a series. */
export interface SeriesLine {
  hz: number;
  /** Standard deviation of `hz`, from the power of the line over its surroundings and the length of the series. */
  sdHz: number;
  /** Power over the surroundings' mean. */
  ratio: number;
  /** Probability that noise has such a line somewhere in the range that was searched. */
  strength: number;
}

export interface SeriesSpectrum {
  /** Power by frequency from 0, negative frequencies at the end. */
  power: Float64Array;
  bin: number;
  /** Length of the series, s. */
  seconds: number;
}

/** Values on each side of a line in whose middle half its surroundings lie. */
const AROUND = 96;
/** Least power around a line, over the median of all surroundings: where a filter leaves nothing, nothing is a line. */
const LEAST_LEVEL = 0.03;
/** Factor between the median and the mean of an exponential distribution. */
const MEDIAN = Math.LN2;

/** Returns the spectrum of a complex series, padded to twice its length or more. */
export function seriesSpectrum(series: Float64Array, rateHz: number): SeriesSpectrum {
  const count = series.length / 2;
  const size = fastLength(2 * count);
  return { power: binPowers(series, size), bin: rateHz / size, seconds: count / rateHz };
}

/** Returns the strongest lines with frequencies in a range, which may be negative, the strongest first. */
export function strongestLines(spectrum: SeriesSpectrum, fromHz: number, toHz: number, most: number): SeriesLine[] {
  const { power, bin, seconds } = spectrum;
  const size = power.length;
  const at = (i: number) => power[i >= 0 && i < size ? i : ((i % size) + size) % size];
  const [from, to] = [Math.ceil(fromHz / bin), Math.min(Math.floor(toHz / bin), Math.ceil(fromHz / bin) + size - 1)];
  const level = levels(spectrum, from, to);
  const found: { i: number; ratio: number }[] = [];
  for (let i = from; i <= to; i++) {
    const here = at(i);
    if (here < at(i - 1) || here <= at(i + 1)) continue;
    const ratio = here / level(i);
    if (found.length === most && ratio <= found[most - 1].ratio) continue;
    found.push({ i, ratio });
    found.sort((a, b) => b.ratio - a.ratio);
    if (found.length > most) found.pop();
  }
  const trials = Math.max(1, (toHz - fromHz) * seconds);
  return found.map(({ i, ratio }) => {
    const [before, here, after] = [at(i - 1), at(i), at(i + 1)].map((value) => Math.log(Math.max(value, 1e-300)));
    const offset = (after - before) / (2 * (2 * here - before - after) || 1);
    return {
      hz: (i + Math.max(-0.5, Math.min(0.5, offset))) * bin,
      sdHz: Math.sqrt(6 / ratio) / (2 * Math.PI * seconds),
      ratio,
      strength: -Math.expm1(-trials * Math.exp(-ratio)),
    };
  });
}

/** Returns the mean power around a bin, from medians of blocks: a line has no part in it. */
function levels({ power, bin, seconds }: SeriesSpectrum, from: number, to: number): (i: number) => number {
  const size = power.length;
  const width = Math.max(8, Math.round(AROUND / seconds / bin));
  const first = Math.floor(from / width);
  const values = new Float64Array(width);
  const medians = Array.from({ length: Math.floor(to / width) - first + 1 }, (_, block) => {
    const start = (first + block) * width;
    for (let k = 0; k < width; k++) values[k] = power[(((start + k) % size) + size) % size];
    return values.sort()[width >> 1] / MEDIAN || 1e-300;
  });
  const floor = LEAST_LEVEL * medians.toSorted((a, b) => a - b)[medians.length >> 1];
  return (i) => {
    const place = i / width - first - 0.5;
    const low = Math.max(0, Math.min(medians.length - 1, Math.floor(place)));
    const high = Math.min(medians.length - 1, low + 1);
    const share = Math.max(0, Math.min(1, place - low));
    return Math.max(floor, medians[low] + share * (medians[high] - medians[low]));
  };
}
