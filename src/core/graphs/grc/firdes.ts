import { windowValues } from "../../filter-design/windows.ts";

interface GrcWindow {
  values(length: number, beta: number): Float64Array;
  /** Stop-band attenuation in dB, from which GNU Radio computes the number of taps. */
  attenuation(beta: number): number;
}

const fixed = (values: GrcWindow["values"], attenuation: number): GrcWindow => ({
  values,
  attenuation: () => attenuation,
});

/** Windows by GNU Radio's names, in the order of its numbers. */
const WINDOWS: Readonly<Record<string, GrcWindow>> = {
  HAMMING: fixed((length) => windowValues("hamming", length), 53),
  HANN: fixed((length) => windowValues("hann", length), 44),
  BLACKMAN: fixed((length) => windowValues("blackman", length), 74),
  RECTANGULAR: fixed((length) => windowValues("rectangular", length), 21),
  KAISER: {
    values: (length, kaiser) => windowValues({ kaiser }, length),
    attenuation: (beta) => beta / 0.1102 + 8.7,
  },
  BLACKMAN_HARRIS: fixed(blackmanHarris, 92),
};

/** Longest filter that is designed. */
const MOST_TAPS = 2 ** 16;

/**
 * Returns the taps of a filter design of GNU Radio's `firdes`, by the window method. The formulas are in its
 * documentation; the number of taps and the scale follow its conventions.
 *
 * @param given The arguments of the call: numbers, and the name of a window.
 * @returns Undefined for a design that is not known here, or for arguments that do not fit.
 */
export function firdes(design: string, given: readonly (number | string)[]): number[] | undefined {
  const numbers = given.map((value) => (typeof value === "number" ? value : Number.NaN));
  if (design === "root_raised_cosine") return rootRaisedCosine(numbers);
  if (design === "gaussian") return gaussian(numbers);
  if (!Object.hasOwn(EDGES, design)) return undefined;
  const edges = EDGES[design];
  const [gain, rate] = numbers;
  const frequencies = numbers.slice(2, 2 + edges);
  const width = numbers[2 + edges];
  const window = windowOf(given[3 + edges] ?? "HAMMING");
  const beta = given[4 + edges] === undefined ? 6.76 : numbers[4 + edges];
  if (!window || ![gain, ...frequencies, beta].every(Number.isFinite) || !(rate > 0) || !(width > 0)) return undefined;
  const least = (window.attenuation(beta) * rate) / (22 * width);
  if (!(least >= 0 && least <= MOST_TAPS) || beta < 0) return undefined;
  const count = Math.trunc(least) | 1;
  const turns = frequencies.map((frequency) => (2 * Math.PI * frequency) / rate);
  const middle = (count - 1) / 2;
  const weights = window.values(count, beta);
  const taps = Array.from(weights, (weight, i) => weight * IDEAL[design](turns, i - middle));
  const at = design === "high_pass" ? Math.PI : design === "band_pass" ? (turns[0] + turns[1]) / 2 : 0;
  const response = taps.reduce((sum, tap, i) => sum + tap * Math.cos(at * (i - middle)), 0);
  return taps.map((tap) => (tap * gain) / response);
}

/** Number of edge frequencies of each design. */
const EDGES: Readonly<Record<string, number>> = { low_pass: 1, high_pass: 1, band_pass: 2, band_reject: 2 };

/** Impulse response of an ideal low-pass filter at n. */
const sinc = (turn: number, n: number) => (n === 0 ? turn / Math.PI : Math.sin(turn * n) / (Math.PI * n));
const impulse = (n: number) => (n === 0 ? 1 : 0);

const IDEAL: Readonly<Record<string, (turns: readonly number[], n: number) => number>> = {
  low_pass: ([edge], n) => sinc(edge, n),
  high_pass: ([edge], n) => impulse(n) - sinc(edge, n),
  band_pass: ([low, high], n) => sinc(high, n) - sinc(low, n),
  band_reject: ([low, high], n) => impulse(n) - sinc(high, n) + sinc(low, n),
};

/** Returns the window of a name, for example "window.WIN_HAMMING", or of GNU Radio's number. */
function windowOf(given: number | string): GrcWindow | undefined {
  if (typeof given === "number") return Object.values(WINDOWS)[given];
  const name = given.replace(/^.*\bWIN_/, "").toUpperCase();
  return Object.hasOwn(WINDOWS, name) ? WINDOWS[name] : undefined;
}

function blackmanHarris(length: number): Float64Array {
  const terms = [0.35875, -0.48829, 0.14128, -0.01168];
  return Float64Array.from({ length }, (_, n) =>
    terms.reduce((sum, term, k) => sum + term * Math.cos((2 * Math.PI * k * n) / Math.max(1, length - 1)), 0),
  );
}

/** Sums to `gain`. Source: J. G. Proakis, Digital Communications, the impulse response of the root raised cosine. */
function rootRaisedCosine([gain, rate, symbolRate, alpha, length]: readonly number[]): number[] | undefined {
  const perSymbol = rate / symbolRate;
  if (!(perSymbol > 0) || !(alpha > 0 && alpha <= 1) || !isLength(length) || !Number.isFinite(gain)) return undefined;
  const count = Math.trunc(length) | 1;
  const taps = Array.from({ length: count }, (_, i) => {
    const t = (i - (count - 1) / 2) / perSymbol;
    if (t === 0) return 1 - alpha + (4 * alpha) / Math.PI;
    if (Math.abs(Math.abs(4 * alpha * t) - 1) < 1e-9) {
      const angle = Math.PI / (4 * alpha);
      return (alpha / Math.SQRT2) * ((1 + 2 / Math.PI) * Math.sin(angle) + (1 - 2 / Math.PI) * Math.cos(angle));
    }
    const top = Math.sin(Math.PI * t * (1 - alpha)) + 4 * alpha * t * Math.cos(Math.PI * t * (1 + alpha));
    return top / (Math.PI * t * (1 - (4 * alpha * t) ** 2));
  });
  return scaled(taps, gain);
}

/** Sums to `gain`; `bt` is the product of bandwidth and symbol time. */
function gaussian([gain, perSymbol, bt, length]: readonly number[]): number[] | undefined {
  if (!(perSymbol > 0) || !(bt > 0) || !isLength(length) || !Number.isFinite(gain)) return undefined;
  const slope = (2 * Math.PI * bt) / (Math.sqrt(Math.LN2) * perSymbol);
  const count = Math.trunc(length);
  const taps = Array.from({ length: count }, (_, i) => Math.exp(-0.5 * (slope * (i + 1 - count / 2)) ** 2));
  return scaled(taps, gain);
}

const isLength = (length: number) => length >= 1 && length <= MOST_TAPS;

function scaled(taps: readonly number[], gain: number): number[] {
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => (tap * gain) / sum);
}
