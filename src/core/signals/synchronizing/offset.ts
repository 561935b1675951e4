import { LINEAR_KINDS } from "./constellations.ts";
import { fitOf } from "./likelihood.ts";
import { symbolErrorOf, type PulseFilter, type Synchronized } from "./symbols.ts";
import {
  burstBandOf,
  type Line,
  powersOf,
  type Powers,
  type Sampled,
  type Spectrum,
  strongestLine,
} from "./spectrum.ts";
import { halfSine, levelOf, ROLLOFFS, rootRaisedCosine, rotate, sampledAt } from "./matched.ts";

/** Clock and carrier of a burst with bits on I and Q in turn: OQPSK, MSK and GMSK. */
export interface OffsetClock {
  spectrum: Spectrum;
  /** Bits per second, half of them on I and half on Q. */
  bitRateHz: number;
  carrierHz: number;
  /** Instant of a bit in samples, and the carrier's phase there, rad. */
  instant: number;
  phase: number;
  /** Power of both lines of x² (geometric mean) over the mean of the other frequencies. */
  strength: number;
  /** Its share of the power of x². */
  share: number;
  /** x², and its lines, Hz. */
  squared: Sampled;
  lines: readonly [low: number, high: number];
}

const QPSK = LINEAR_KINDS.QPSK.points;

/** The strongest frequencies of x² that are tried as pairs. */
const PEAKS = 16;
/** Most distance of the middle of a pair from twice the carrier, in bit rates; and the ratio of the ends of a range of rates below which the rate is known. */
const [OFF_CENTRE, KNOWN] = [0.2, 1.03];
/** Largest ratio of the powers of a pair's two lines, which are alike. BPSK has one strong line, and weak lines beside it, at a distance of the symbol rate. */
const UNLIKE = 8;

/** The square of a band, and its strongest lines. */
export interface Squares {
  spectrum: Spectrum;
  nearHz: number;
  /** The frequency of the band that became 0, Hz. */
  centreHz: number;
  squared: Sampled;
  powers: Powers;
  peaks: ReturnType<typeof peaksOf>;
}

/** @param nearHz About the carrier, Hz. */
export function squaresOf(spectrum: Spectrum, nearHz: number, widthHz: number): Squares {
  const band = burstBandOf(spectrum, { centreHz: nearHz, widthHz, leastRateHz: 2.2 * widthHz });
  const squared = { samples: squareOf(band.samples), sampleRateHz: band.sampleRateHz };
  const powers = powersOf(squared);
  return { spectrum, nearHz, centreHz: band.centreHz, squared, powers, peaks: peaksOf(powers) };
}

/**
 * Finds the two lines of x² that lie a bit rate apart, symmetric to twice the carrier. x turns by 90 degrees per bit, so x² has
 * lines half a bit rate above and below twice the carrier. BPSK and QPSK have no such pair.
 *
 * @param squares Near the carrier, which lies within a tenth of the bit rate.
 * @param rates Range of bit rates, Hz.
 * @returns Undefined if there are none, or one is far stronger.
 */
export function offsetClockOf(
  { spectrum, nearHz, centreHz, squared, powers, peaks }: Squares,
  rates: readonly [number, number],
): OffsetClock | undefined {
  const around = 2 * (nearHz - centreHz);
  const best =
    rates[1] < KNOWN * rates[0] ? pairOfBins(powers, rates, around) : pairOfPeaks(peaks.lines, rates, around);
  if (!best) return undefined;
  const near = (2 * squared.sampleRateHz) / (squared.samples.length / 2);
  const [low, high] = [best.low, best.high].map((hz) => strongestLine(squared, hz - near, hz + near, powers));
  const [less, more] = [low, high].map(({ re, im }) => re * re + im * im).toSorted((a, b) => a - b);
  if (more > UNLIKE * less) return undefined;
  const bitRateHz = high.hz - low.hz;
  const carrier = (high.hz + low.hz) / 4;
  // Both lines' phasors are in phase at a bit, except for the sign that alternates from bit to bit.
  const seconds = -(Math.atan2(high.im, high.re) - Math.atan2(low.im, low.re)) / (2 * Math.PI * bitRateHz);
  const instant = seconds * spectrum.sampleRateHz;
  const phaseOf = ({ re, im, hz }: Line) => Math.atan2(im, re) + 2 * Math.PI * hz * seconds;
  const power = levelOf(squared.samples) ** 2;
  return {
    spectrum,
    bitRateHz,
    carrierHz: centreHz + carrier,
    instant,
    phase: phaseOf(low) / 2 + 2 * Math.PI * centreHz * seconds,
    strength: best.score / peaks.mean,
    share: (Math.hypot(low.re, low.im) * Math.hypot(high.re, high.im)) / power,
    squared,
    lines: [low.hz, high.hz],
  };
}

/** Two lines, Hz, and the geometric mean of their powers. */
interface Pair {
  low: number;
  high: number;
  score: number;
}

function pairOfPeaks(
  lines: readonly { hz: number; power: number }[],
  rates: readonly [number, number],
  around: number,
): Pair | undefined {
  let best: Pair | undefined;
  for (const low of lines) {
    for (const high of lines) {
      const rate = high.hz - low.hz;
      if (!(rate >= rates[0] && rate <= rates[1])) continue;
      if (Math.abs((low.hz + high.hz) / 2 - around) > OFF_CENTRE * rate) continue;
      const score = Math.sqrt(low.power * high.power);
      if (score > (best?.score ?? 0)) best = { low: low.hz, high: high.hz, score };
    }
  }
  return best;
}

/** Of a known rate, all places are tried: x² of OQPSK with steep filters hides weak lines in its own noise. */
function pairOfBins(
  { powers, binHz }: Powers,
  [from, to]: readonly [number, number],
  around: number,
): Pair | undefined {
  const size = powers.length;
  const at = (k: number) => powers[((k % size) + size) % size];
  let best: Pair | undefined;
  const [least, most] = [Math.floor(from / binHz), Math.ceil(to / binHz)];
  const [first, last] = [-0.5 - OFF_CENTRE, -0.5 + OFF_CENTRE].map((share) =>
    Math.round((around + share * from) / binHz),
  );
  let strongest = 0;
  for (let high = first + least; high <= last + most; high++) strongest = Math.max(strongest, at(high));
  for (let low = first; low <= last; low++) {
    // There are millions of pairs, and most lower lines are too weak for any of them to be better.
    if (at(low) * strongest <= (best?.score ?? 0)) continue;
    for (let rate = least; rate <= most; rate++) {
      const score = at(low) * at(low + rate);
      if (score > (best?.score ?? 0)) best = { low: low * binHz, high: (low + rate) * binHz, score };
    }
  }
  return best && { ...best, score: Math.sqrt(best.score) };
}

function squareOf(samples: Float64Array): Float64Array {
  const squared = new Float64Array(samples.length);
  for (let i = 0; i < samples.length; i += 2) {
    squared[i] = samples[i] ** 2 - samples[i + 1] ** 2;
    squared[i + 1] = 2 * samples[i] * samples[i + 1];
  }
  return squared;
}

/** Returns the strongest local maxima of a spectrum, and its mean power per bin. */
function peaksOf({ powers, binHz }: Powers): { lines: { hz: number; power: number }[]; mean: number } {
  const size = powers.length;
  const found: { hz: number; power: number }[] = [];
  let total = 0;
  let before = powers[size - 1];
  let here = powers[0];
  for (let k = 0; k < size; k++) {
    const after = powers[k + 1 < size ? k + 1 : 0];
    total += here;
    if (here >= before && here >= after) keepPeak(found, (k < size / 2 ? k : k - size) * binHz, here);
    before = here;
    here = after;
  }
  return { lines: found, mean: total / size };
}

function keepPeak(found: { hz: number; power: number }[], hz: number, power: number): void {
  if (found.length === PEAKS && power <= found[PEAKS - 1].power) return;
  found.push({ hz, power });
  found.sort((a, b) => b.power - a.power);
  if (found.length > PEAKS) found.pop();
}

type OffsetFilter = Exclude<PulseFilter, "rectangle">;

const gainOf = (filter: OffsetFilter) => (at: number) =>
  // OQPSK has half as many symbols as bits.
  filter === "half sine" ? halfSine(at) : rootRaisedCosine(2 * at, filter);

/** Returns the bits as real numbers with ISI and noise in the imaginary parts, at instants + `shift` bits. */
export function bitsAt(clock: OffsetClock, gain: (at: number) => number, widthBits: number, shift = 0) {
  const { spectrum, bitRateHz, carrierHz } = clock;
  const samplesPerBit = spectrum.sampleRateHz / bitRateHz;
  const band = burstBandOf(spectrum, {
    centreHz: carrierHz,
    widthHz: widthBits * bitRateHz,
    leastRateHz: 3 * bitRateHz,
    gain: (hz) => gain(hz / bitRateHz),
  });
  const index = Math.ceil(0.25 - clock.instant / samplesPerBit);
  const first = clock.instant + index * samplesPerBit;
  const count = Math.max(0, Math.floor((spectrum.length - 1 - first) / samplesPerBit + 0.75));
  const values = sampledAt(band, spectrum.sampleRateHz, first + shift * samplesPerBit, samplesPerBit, count);
  // In cycles: the band was mixed already, the carrier turns, and each bit is a quarter turn ahead of the one before.
  const from = (first + shift * samplesPerBit) / spectrum.sampleRateHz;
  const carrier = clock.phase / (2 * Math.PI) + carrierHz * (from - clock.instant / spectrum.sampleRateHz);
  rotate(values, (band.centreHz - carrierHz) / bitRateHz - 0.25, band.centreHz * from - carrier - index / 4);
  return { values, first, samplesPerBit };
}

/**
 * Fits filters to a burst with bits on I and Q in turn, and returns the best one.
 *
 * @param shift Bits by which the instants lie later than the clock says.
 */
export function fitOffset(clock: OffsetClock, shift = 0): Synchronized {
  const { bitRateHz, carrierHz, spectrum } = clock;
  const filters: OffsetFilter[] = [...ROLLOFFS, "half sine"];
  const tried = filters.map((filter): Omit<Synchronized, "fit"> => {
    const widthBits = filter === "half sine" ? 1.5 : (1 + filter) / 2;
    const { values, first: found, samplesPerBit } = bitsAt(clock, gainOf(filter), widthBits, shift);
    const first = found + shift * samplesPerBit;
    const symbols = new Float64Array(2 * Math.floor(values.length / 4));
    for (let k = 0; k < symbols.length; k++) symbols[k] = values[2 * k];
    const level = levelOf(symbols);
    for (let k = 0; k < symbols.length; k++) symbols[k] /= level;
    return {
      symbols,
      first,
      samplesPerSymbol: 2 * samplesPerBit,
      symbolRateHz: bitRateHz / 2,
      carrierHz,
      phase: clock.phase + (2 * Math.PI * carrierHz * (first - clock.instant)) / spectrum.sampleRateHz,
      filter,
      evm: symbolErrorOf(symbols, QPSK),
    };
  });
  const best = tried.reduce((a, b) => (b.evm < a.evm ? b : a));
  return { ...best, fit: fitOf(best.symbols, QPSK) };
}
