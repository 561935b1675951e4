import { type BandGains, checkBands, MOST_TAPS } from "./band-gains.ts";
import { type Approximation, exchange, type ExchangeOptions, type Point } from "./exchange.ts";
import { amplitude, amplitudesOf } from "./response.ts";
import { atOnce, type Sliced } from "../slices.ts";

export interface RemezDesign extends BandGains {
  length: number;
  /** "odd" taps shift the phase by 90°, for differentiators and Hilbert transformers: H = j·A(ω)·e^−jωM. Default "even". */
  symmetry?: "even" | "odd";
  /** Intervals between the bands where |A| must stay below a limit: from and to, in rising order, disjoint. */
  limits?: readonly Limit[];
  /** True for errors relative to the gain, for differentiators. Gains are then above 0, except at frequency 0. */
  relative?: boolean;
}

/** Thrown when the exchange of extrema does not converge, or float64 cannot represent the taps. */
export class ExchangeError extends RangeError {}

/** A part of a transition band, and the largest |A| there. */
export interface Limit {
  low: number;
  high: number;
  most: number;
}

export interface Remez {
  taps: Float64Array;
  /** Largest weighted error of the amplitude, equal in all bands. */
  deviation: number;
  /** Largest weighted error of the taps, slightly larger because of rounding. */
  reached: number;
}

/** Allowed relative increase of the taps' largest error by rounding. */
const LOST = 1e-3;
/** Points per tap for this check. */
const SEEN = 8;

/**
 * Linear-phase taps of the least greatest weighted error over the bands, by exchange of extrema; types I to IV by
 * length and symmetry. Extrema are found on a grid and refined between its points, so that the result is the
 * optimum of the continuous bands. Between bands much further apart than the filter needs gains rise by powers of ten, which
 * costs the bands as many digits: where too few are left, it says so.
 * Source: J. H. McClellan, T. W. Parks, A unified approach to the design of optimum FIR linear-phase digital filters, 1973.
 *
 * @throws RangeError for lengths and bands out of range, gains that the type cannot have, exchanges that do not converge, and
 *   taps that rounding has spoilt.
 */
export const remez = (design: RemezDesign): Remez => atOnce(remezInSlices(design));

/** `remez`, starting from approximate extrema if given. */
export function* remezInSlices(design: RemezDesign, start?: readonly Point[]): Sliced<Remez> {
  const { problem, factor, odd, failure } = problemOf(design);
  const { length } = design;
  const { reference, y, level, greatest: deviation } = yield* exchange(problem, { start }, failure);
  let taps = new Float64Array(length);
  const misses = () => reference.map(({ f }, i) => y[i] - tapsAmplitude(taps, f, odd) / factor(f));
  const size = (values: readonly number[]) => Math.max(...values.map(Math.abs));
  // Between the bands P has few correct digits. The taps are corrected by their error at the reference as long as it falls.
  for (let missed = misses(), before = Infinity; size(missed) < before; missed = misses()) {
    before = size(missed);
    const missing = level(missed);
    const kept = taps;
    const added = toTaps((f) => factor(f) * missing.value(f), length, odd);
    taps = taps.map((tap, n) => tap + added[n]);
    yield length;
    if (size(misses()) >= before) taps = kept;
    yield length;
  }
  const error = (f: number, band: number, gain: number) =>
    Math.abs(problem.weight(f, band) * (problem.desired(f, band) - gain / factor(f)));
  const amplitudes = amplitudesOf(taps, SEEN * length, odd);
  yield length;
  let reached = 0;
  problem.spans.forEach(({ low, high, limited }, band) => {
    if (limited) return;
    const last = Math.floor(high * SEEN * length);
    for (let i = Math.ceil(low * SEEN * length); i <= last; i++) {
      reached = Math.max(reached, error(i / (SEEN * length), band, amplitudes[i]));
    }
  });
  for (const { f, band } of reference.filter(({ band }) => !problem.spans[band].limited))
    reached = Math.max(reached, error(f, band, tapsAmplitude(taps, f, odd)));
  if (!(reached <= deviation * (1 + LOST) + 1e-12)) throw failure("but gains between the bands cost float64's digits");
  return { taps, deviation, reached };
}

/** The errors of `remez`, or close bounds of them, without the taps. */
export function* leastError(design: RemezDesign, options: ExchangeOptions): Sliced<Approximation> {
  const { problem, failure } = problemOf(design);
  return yield* exchange(problem, options, failure);
}

/** The approximation problem: A(f) = factor(f)·P(cos πf). */
function problemOf(design: RemezDesign) {
  const where = "filter-design/fir/remez";
  const { length } = design;
  if (!Number.isInteger(length) || length < 3 || length > MOST_TAPS) {
    throw new RangeError(`${where}: length must be an integer from 3 to ${MOST_TAPS}, got ${length}`);
  }
  const { bands, weights } = checkBands(where, design);
  const { symmetry = "even", relative = false, limits = [] } = design;
  const odd = symmetry === "odd";
  // Types II and III are 0 at the Nyquist frequency, III and IV at 0.
  const [zeroAtStart, zeroAtEnd] = [odd, odd === (length % 2 === 1)];
  const [first, last] = [bands[0], bands[bands.length - 1]];
  if (zeroAtEnd && last.high === 1 && last.to !== 0) {
    const repair = odd ? "use an even length" : "use an odd length";
    throw new RangeError(
      `${where}: gain must be 0 at the Nyquist frequency for ${length} ${symmetry} taps, got ${last.to}; ${repair}`,
    );
  }
  if (zeroAtStart && first.low === 0 && first.from !== 0) {
    throw new RangeError(
      `${where}: gain must be 0 at frequency 0 for odd taps, got ${first.from}; start the band above 0`,
    );
  }
  const gain = (f: number, band: number) => {
    const { low, high, from, to } = bands[band];
    return from + ((to - from) * (f - low)) / (high - low);
  };
  if (relative && bands.some(({ low, from, to }) => to <= 0 || (low === 0 ? from < 0 : from <= 0))) {
    throw new RangeError(`${where}: gains must be above 0 for relative errors, got ${design.gains.join(", ")}`);
  }
  const factor = (f: number) => {
    if (odd) return Math.sin(length % 2 ? Math.PI * f : (Math.PI * f) / 2);
    return length % 2 ? 1 : Math.cos((Math.PI * f) / 2);
  };
  // Where the type is always 0, the weight is undefined: the band starts slightly inside.
  const hair = 0.01 / length;
  const inside = bands.map(({ low, high }, i) => ({
    low: zeroAtStart || relative ? Math.max(low, Math.min(hair, high / 2)) : low,
    high: zeroAtEnd ? Math.min(high, Math.max(1 - hair, (1 + low) / 2)) : high,
    limited: false,
    desired: (f: number) => gain(f, i) / factor(f),
    weight: (f: number) => (weights[i] * factor(f)) / (relative ? gain(f, i) : 1),
  }));
  const between = limits.map(({ low, high, most }) => ({
    low,
    high,
    limited: true,
    desired: () => 0,
    weight: (f: number) => factor(f) / most,
  }));
  const spans = [...inside, ...between].toSorted((a, b) => a.low - b.low);
  const problem = {
    taps: length,
    count: length % 2 && !odd ? (length + 1) / 2 : Math.floor(length / 2),
    spans,
    desired: (f: number, band: number) => spans[band].desired(f),
    weight: (f: number, band: number) => spans[band].weight(f),
  };
  const failure = (what: string) => {
    const repair = "narrow wide transitions, widen narrow ones, shorten the filter, or use least squares";
    return new ExchangeError(`${where}: ${length} taps must reach equal errors, ${what}; ${repair}`);
  };
  return { problem, factor, odd, failure };
}

/** A(f) of symmetric or antisymmetric taps. */
function tapsAmplitude(taps: Float64Array, frequency: number, odd: boolean): number {
  if (!odd) return amplitude(taps, frequency);
  const middle = (taps.length - 1) / 2;
  return taps.reduce((sum, tap, n) => sum - tap * Math.sin(Math.PI * frequency * (n - middle)), 0);
}

/** Taps of an amplitude of the type, from as many samples of it as there are taps. */
function toTaps(amplitude: (f: number) => number, length: number, odd: boolean): Float64Array {
  // Angles are multiples of π/length; a sine is a cosine 90° earlier.
  const cosines = Float64Array.from({ length: 4 * length }, (_, i) => Math.cos((Math.PI * i) / (2 * length)));
  const samples = Float64Array.from({ length: (length >> 1) + 1 }, (_, k) => {
    // Frequency 0 and, for even lengths, the Nyquist frequency have no mirror image.
    const times = k === 0 || 2 * k === length ? 1 : 2;
    return (times * amplitude((2 * k) / length)) / length;
  });
  return Float64Array.from({ length }, (_, n) => {
    const [turn, quarter] = [4 * length, odd ? length : 0];
    let sum = 0;
    for (let k = 0; k < samples.length; k++) {
      const at = (2 * k * (2 * n - length + 1) + quarter) % turn;
      sum += samples[k] * cosines[at < 0 ? at + turn : at];
    }
    return sum;
  });
}
