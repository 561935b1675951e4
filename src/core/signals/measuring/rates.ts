import type { Burst } from "../detection.ts";
import { once } from "../../once.ts";
import { raised } from "../raised.ts";
import { filtered, type Gains, transformed, type Transformed } from "./band-filter.ts";
import { type SeriesLine, seriesSpectrum, type SeriesSpectrum, strongestLines } from "./lines.ts";
import { partSpectrum, type PartSpectrum, runningSums, smoothed, wholeSpectrum } from "./spectrum.ts";

/** What has a line at the symbol rate, or lines that are a symbol rate apart. */
export type RateLine = "|x|²" | "x²" | "x⁴" | "x⁸" | "|f|" | "levels";

/** A candidate for the symbol rate. */
export interface SymbolRate {
  line: RateLine;
  /** The frequency of a line. For powers of x: the distance of two lines, which is twice the symbol rate for OQPSK in x². */
  hz: number;
  sdHz: number;
  /** Probability that it is noise. */
  strength: number;
}

/** A line in the spectrum of x to a power. A carrier at f has one at f times the power. */
export interface PowerLine {
  power: 2 | 4 | 8;
  /** From the burst's frequency 0 in the spectrum of x to the power. */
  hz: number;
  sdHz: number;
  strength: number;
}

export interface Rates {
  /** By line, and by strength within each; all of them are unlikely to be noise. */
  rates: SymbolRate[];
  powerLines: PowerLine[];
}

/** A line counts if noise has one as strong with less than this probability. */
const UNLIKELY = 1e-3;
/** Rates are searched from this share of the bandwidth to this multiple. */
const [LEAST, MOST] = [1 / 40, 2.2];
/** Share of the bandwidth on each side of its middle that is used. Level changes use more, since much of their sides lies under the noise. */
const [REACH, LEVELS_REACH] = [0.75, 1];
/** Candidates per line. */
const CANDIDATES = 3;
/** A line at a fraction of the strongest one's frequency is the fundamental if it has this share of its power. */
const [FUNDAMENTAL, LOWEST_FRACTION] = [0.3, 6];

/** Edges and band of a burst. */
interface BurstPart {
  start: number;
  stop: number;
  centreHz: number;
  bandwidthHz: number;
}

/**
 * Returns lines that tell symbol rates and carriers of a burst, whose edges and band were measured. Each is computed when it is first read.
 *
 * @param all The transform of the burst. Default: it is computed.
 */
export function rateLinesOf(
  burst: Burst,
  { start, stop, centreHz, bandwidthHz: width }: BurstPart,
  all: () => Transformed = once(() => transformed(burst)),
) {
  const { sampleRateHz, passHz } = burst;
  const middleHz = centreHz - burst.centreHz;
  const spectrum = () =>
    start === 0 && stop === all().count ? wholeSpectrum(burst, all().values) : partSpectrum(burst, start, stop);
  const snr = once(() => densityOverNoise(spectrum(), width / 60));
  const part = (gains?: Gains, reach = REACH) => {
    const band = [
      Math.max(middleHz - reach * width, -passHz / 2),
      Math.min(middleHz + reach * width, passHz / 2),
    ] as const;
    return filtered(all(), band, gains).subarray(2 * start, 2 * stop);
  };
  // Wiener's filter, and the same after the signal's density is made flat. Then both edges of the band, of which |x|² takes
  // its line, are as strong as its middle, which adds only noise to that line.
  const clean = once(() => part(cleanGains(snr())));
  const white = once(() => part(whiteGains(snr())));
  const least = Math.max(1, Math.round(sampleRateHz / width / 2));
  const range = [
    Math.max(LEAST * width, (4 * sampleRateHz) / (stop - start)),
    Math.min(MOST * width, sampleRateHz / 2),
  ] as const;
  const linesIn = (series: SeriesSpectrum) => strongestLines(series, ...range, CANDIDATES).filter(isLikely);
  const spectrumOfSeries = (values: Float64Array) => seriesSpectrum(real(values), sampleRateHz);
  const linesOfPower = (power: 2 | 4 | 8) => {
    const series = raised(power === 2 ? white() : clean(), power, power === 8 ? 1 : 2);
    const lines = strongestLines(seriesSpectrum(series, sampleRateHz), -sampleRateHz / 2, sampleRateHz / 2, 5);
    return lines.filter(isLikely);
  };
  const powers = { 2: once(() => linesOfPower(2)), 4: once(() => linesOfPower(4)), 8: once(() => linesOfPower(8)) };
  const ratesOfPower = (power: 2 | 4 | 8) => distances(power, powers[power](), [range[0], MOST * width]);
  const rates: Record<RateLine, () => SymbolRate[]> = {
    "|x|²": once(() => linesIn(spectrumOfSeries(powerOf(white()))).map((line) => candidate("|x|²", line))),
    "x²": once(() => ratesOfPower(2)),
    "x⁴": once(() => ratesOfPower(4)),
    "x⁸": once(() => ratesOfPower(8)),
    "|f|": once(() => {
      const changes = squared(differences(frequenciesOf(clean()), least));
      return linesIn(spectrumOfSeries(changes)).map((line) => candidate("|f|", line));
    }),
    levels: once(() => {
      const changes = levelChanges(part(undefined, LEVELS_REACH), least, sampleRateHz);
      return fundamentals(linesIn(changes)).map((line) => candidate("levels", line));
    }),
  };
  /** Whether the frequency itself has lines: of tones in sound, or a pilot. Symbols at random have none. */
  const hasTones = once(() => strongestLines(spectrumOfSeries(frequenciesOf(clean())), ...range, 1).some(isLikely));
  return { rates, powers, hasTones };
}

/** Returns all lines that tell symbol rates and carriers of a burst. */
export function symbolRatesOf(burst: Burst, all: Transformed, part: BurstPart): Rates {
  const { rates, powers } = rateLinesOf(burst, part, () => all);
  return {
    rates: Object.values(rates).flatMap((read) => read()),
    powerLines: ([2, 4, 8] as const).flatMap((power) =>
      powers[power]().map(({ hz, sdHz, strength }) => ({ power, hz, sdHz, strength })),
    ),
  };
}

const isLikely = ({ strength }: SeriesLine) => strength < UNLIKELY;
const candidate = (line: RateLine, { hz, sdHz, strength }: SeriesLine): SymbolRate => ({ line, hz, sdHz, strength });
const POWER_LINES = { 2: "x²", 4: "x⁴", 8: "x⁸" } as const;

/** Returns the distances of the strongest line from the others, without repetition. */
function distances(
  power: 2 | 4 | 8,
  [first, ...others]: readonly SeriesLine[],
  [from, to]: readonly [number, number],
): SymbolRate[] {
  const rates: SymbolRate[] = [];
  for (const other of others) {
    const hz = Math.abs(first.hz - other.hz);
    const sdHz = Math.hypot(first.sdHz, other.sdHz);
    if (hz < from || hz > to || rates.some((rate) => Math.abs(rate.hz - hz) < 4 * Math.max(sdHz, rate.sdHz))) continue;
    rates.push({ line: POWER_LINES[power], hz, sdHz, strength: Math.max(first.strength, other.strength) });
  }
  return rates;
}

/** Puts the fundamental of equally strong harmonics first. */
function fundamentals(lines: readonly SeriesLine[]): SeriesLine[] {
  const [strongest] = lines;
  if (!strongest) return [];
  const isFundamental = ({ hz, sdHz, ratio }: SeriesLine) => {
    const times = strongest.hz / hz;
    const isWhole = Math.abs(times - Math.round(times)) * hz < 4 * (strongest.sdHz + times * sdHz);
    return isWhole && times < LOWEST_FRACTION + 0.5 && ratio > FUNDAMENTAL * strongest.ratio;
  };
  return lines.toSorted((a, b) => Number(isFundamental(b)) - Number(isFundamental(a)) || a.hz - b.hz);
}

/** Returns the signal's density over the noise's. */
function densityOverNoise({ power, noise, bin }: PartSpectrum, resolution: number): Gains {
  const values = smoothed(runningSums(power), Math.round(resolution / bin));
  for (let i = 0; i < values.length; i++) values[i] = Math.max(0, values[i] / noise - 1);
  return { values, bin };
}

function cleanGains({ values: snr, bin }: Gains): Gains {
  const values = new Float64Array(snr.length);
  for (let i = 0; i < values.length; i++) values[i] = snr[i] / (snr[i] + 1);
  return { values, bin };
}

function whiteGains({ values: snr, bin }: Gains): Gains {
  const values = new Float64Array(snr.length);
  for (let i = 0; i < values.length; i++) values[i] = Math.sqrt(snr[i]) / (snr[i] + 1);
  return { values, bin };
}

function powerOf(samples: Float64Array): Float64Array {
  const power = new Float64Array(samples.length / 2);
  for (let i = 0; i < power.length; i++) {
    power[i] = samples[2 * i] * samples[2 * i] + samples[2 * i + 1] * samples[2 * i + 1];
  }
  return power;
}

/** Returns real values without their mean as a complex series. */
function real(values: Float64Array): Float64Array {
  let mean = 0;
  for (let i = 0; i < values.length; i++) mean += values[i];
  mean /= values.length;
  const series = new Float64Array(2 * values.length);
  for (let i = 0; i < values.length; i++) series[2 * i] = values[i] - mean;
  return series;
}

/** Returns the differences of values `least` to both sides, smoothed over as many. */
function differences(values: Float64Array, least: number): Float64Array {
  const means = smoothed(runningSums(values), least);
  const changes = new Float64Array(means.length);
  for (let i = least; i < means.length - least; i++) changes[i] = means[i + least] - means[i - least];
  return changes;
}

/** Squared changes of the instantaneous frequency are large where a frequency-shift keyed symbol ends. */
function squared(values: Float64Array): Float64Array {
  for (let i = 0; i < values.length; i++) values[i] *= values[i];
  return values;
}

/** Returns the instantaneous frequency, in radians per sample. */
function frequenciesOf(samples: Float64Array): Float64Array {
  const frequencies = new Float64Array(samples.length / 2);
  for (let i = 1; i < frequencies.length; i++) {
    const re = samples[2 * i];
    const im = samples[2 * i + 1];
    const lastRe = samples[2 * i - 2];
    const lastIm = samples[2 * i - 1];
    frequencies[i] = Math.atan2(im * lastRe - re * lastIm, re * lastRe + im * lastIm);
  }
  return frequencies;
}

/** Returns the spectrum of rising levels and of falling levels, added: pulses and gaps may have different lengths. */
function levelChanges(samples: Float64Array, least: number, rateHz: number): SeriesSpectrum {
  const amplitudes = powerOf(samples);
  for (let i = 0; i < amplitudes.length; i++) amplitudes[i] = Math.sqrt(amplitudes[i]);
  const changes = differences(amplitudes, least);
  const [rising, falling] = [1, -1].map((sign) => seriesSpectrum(real(changesOf(changes, sign)), rateHz));
  for (let i = 0; i < rising.power.length; i++) rising.power[i] += falling.power[i];
  return rising;
}

/** Returns the changes of one sign as positive numbers, and zeros. */
function changesOf(changes: Float64Array, sign: number): Float64Array {
  const some = new Float64Array(changes.length);
  for (let i = 0; i < changes.length; i++) some[i] = Math.max(0, sign * changes[i]);
  return some;
}
