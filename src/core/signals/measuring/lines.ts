import { binPowers, fastLength } from "../../fft/fft.float64.ts";
import { valueOfRank } from "../finding/ranks.ts";

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
  const found = strongestPeaks(power, levelsOf(spectrum, from, to), [from, to], most);
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

/** Mean powers around bins, from medians of blocks: a line has no part in them. */
interface PeakLevels {
  medians: Float64Array;
  /** Bins per block, and number of the first block. */
  width: number;
  first: number;
  floor: number;
}

function levelsOf({ power, bin, seconds }: SeriesSpectrum, from: number, to: number): PeakLevels {
  const width = Math.max(8, Math.round(AROUND / seconds / bin));
  const first = Math.floor(from / width);
  const values = new Float64Array(width);
  const medians = new Float64Array(Math.floor(to / width) - first + 1);
  for (let block = 0; block < medians.length; block++) {
    copyAround(values, power, (first + block) * width);
    medians[block] = valueOfRank(values, width >> 1) / MEDIAN || 1e-300;
  }
  const floor = LEAST_LEVEL * valueOfRank(medians.slice(), medians.length >> 1);
  return { medians, width, first, floor };
}

/** Copies as many values as fit, from a place on that may lie before the first one or after the last one: they repeat. */
function copyAround(values: Float64Array, power: Float64Array, start: number): void {
  const size = power.length;
  for (let k = 0, i = ((start % size) + size) % size; k < values.length; k++, i++) {
    if (i === size) i = 0;
    values[k] = power[i];
  }
}

function levelAt({ medians, width, first, floor }: PeakLevels, i: number): number {
  const last = medians.length - 1;
  const place = i / width - first - 0.5;
  const whole = Math.floor(place);
  const low = whole < 0 ? 0 : whole > last ? last : whole;
  const high = low < last ? low + 1 : last;
  const share = Math.max(0, Math.min(1, place - low));
  return Math.max(floor, medians[low] + share * (medians[high] - medians[low]));
}

/** Returns the local maxima in [from, to] with the most power over their surroundings', the strongest first. */
function strongestPeaks(
  power: Float64Array,
  levels: PeakLevels,
  [from, to]: readonly [number, number],
  most: number,
): { i: number; ratio: number }[] {
  const size = power.length;
  const found: { i: number; ratio: number }[] = [];
  let at = ((from % size) + size) % size;
  let before = power[(at + size - 1) % size];
  let here = power[at];
  for (let i = from; i <= to; i++) {
    at = at + 1 === size ? 0 : at + 1;
    const after = power[at];
    if (here >= before && here > after) keep(found, most, i, here / levelAt(levels, i));
    before = here;
    here = after;
  }
  return found;
}

function keep(found: { i: number; ratio: number }[], most: number, i: number, ratio: number): void {
  if (found.length === most && ratio <= found[most - 1].ratio) return;
  found.push({ i, ratio });
  found.sort((a, b) => b.ratio - a.ratio);
  if (found.length > most) found.pop();
}
