import { windowValues } from "./windows.ts";

type Complex = Readonly<{ re: number; im: number }>;

interface DesignWindow {
  /** @param parameter Of windows that take one: Kaiser's β. */
  values(length: number, parameter: number): Float64Array;
  /** Stop-band attenuation in dB, from which GNU Radio computes the number of taps. */
  attenuation(parameter: number): number;
}

const windowOf = (attenuation: number, values: DesignWindow["values"]): DesignWindow => ({
  values,
  attenuation: () => attenuation,
});

/** Returns a window a0 − a1·cos + a2·cos 2 − … */
const cosines =
  (...terms: readonly number[]): DesignWindow["values"] =>
  (length) =>
    Float64Array.from({ length }, (_, n) =>
      terms.reduce(
        (sum, a, k) => sum + (k % 2 ? -a : a) * Math.cos((2 * Math.PI * k * n) / Math.max(1, length - 1)),
        0,
      ),
    );

/** Windows by GNU Radio's names, in the order of its numbers. */
const WINDOWS: Readonly<Record<string, DesignWindow>> = {
  HAMMING: windowOf(53, (length) => windowValues("hamming", length)),
  HANN: windowOf(44, (length) => windowValues("hann", length)),
  BLACKMAN: windowOf(74, (length) => windowValues("blackman", length)),
  RECTANGULAR: windowOf(21, (length) => windowValues("rectangular", length)),
  KAISER: {
    values: (length, kaiser) => windowValues({ kaiser }, length),
    attenuation: (beta) => beta / 0.1102 + 8.7,
  },
  BLACKMAN_HARRIS: windowOf(92, cosines(0.35875, 0.48829, 0.14128, 0.01168)),
  BARTLETT: windowOf(27, (length) =>
    Float64Array.from({ length }, (_, n) => 1 - Math.abs((2 * n) / Math.max(1, length - 1) - 1)),
  ),
  FLATTOP: windowOf(93, cosines(...[1, 1.93, 1.29, 0.388, 0.028].map((a) => a / 4.63867187))),
  NUTTALL: windowOf(114, cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411)),
  NUTTALL_CFD: windowOf(112, cosines(0.355768, 0.487396, 0.144232, 0.012604)),
  WELCH: windowOf(31, (length) => Float64Array.from({ length }, (_, n) => 1 - ((2 * (n + 1)) / (length + 1) - 1) ** 2)),
};

/** Other names of the same windows. */
const ALSO: Readonly<Record<string, string>> = {
  HANNING: "HANN",
  RECT: "RECTANGULAR",
  BLACKMANHARRIS: "BLACKMAN_HARRIS",
  BLACKMAN_NUTTALL: "NUTTALL",
};

/** Longest filter that is designed. */
const MOST_TAPS = 2 ** 16;

/** Gets the number of taps before they are computed, and may throw. */
type Announce = (taps: number) => void;

/**
 * Returns the window of a name, for example "window.WIN_HAMMING", or of GNU Radio's number.
 *
 * @throws RangeError for a window that is unknown here.
 */
function foundWindow(given: number | string): DesignWindow {
  const found =
    typeof given === "number"
      ? Object.values(WINDOWS)[given]
      : windowNamed(given.replace(/^.*\bWIN_/, "").toUpperCase());
  if (found) return found;
  throw new RangeError(`there is no window ${given}; the windows are ${Object.keys(WINDOWS).join(", ")}`);
}

function windowNamed(name: string): DesignWindow | undefined {
  const known = Object.hasOwn(ALSO, name) ? ALSO[name] : name;
  return Object.hasOwn(WINDOWS, known) ? WINDOWS[known] : undefined;
}

/**
 * Returns a symmetric window of GNU Radio's `window`, for example of "hann".
 *
 * @param given Its length, and the β of Kaiser's window.
 * @throws RangeError for an unknown window and for arguments that it does not take.
 */
export function windowTaps(
  name: string,
  [length, parameter = 6.76, ...more]: readonly (number | string)[],
  announce: Announce,
): Complex[] {
  const window = windowNamed(name.toUpperCase());
  if (!window) throw new RangeError(`there is no window "${name}"`);
  const takesParameter = name === "kaiser";
  if (more.length || (parameter !== 6.76 && !takesParameter)) {
    throw new RangeError(`window.${name} takes ${takesParameter ? "a length and β" : "a length"}`);
  }
  return real(window.values(lengthOf(length, announce), numberOf(parameter, "β")));
}

const real = (taps: Iterable<number>): Complex[] => Array.from(taps, (re) => ({ re: re + 0, im: 0 }));

function numberOf(value: number | string | undefined, what: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new RangeError(`${what} must be a number, got ${value ?? "nothing"}`);
}

/** @throws RangeError unless it is a whole number that an array can have. */
function lengthOf(value: number | string | undefined, announce: Announce): number {
  const length = Math.trunc(numberOf(value, "the number of taps"));
  if (length >= 1 && length <= MOST_TAPS) {
    announce(length);
    return length;
  }
  throw new RangeError(`the number of taps must be from 1 to ${MOST_TAPS}, got ${length}`);
}

/** Impulse response of an ideal low-pass filter at n. */
const sinc = (turn: number, n: number) => (n === 0 ? turn / Math.PI : Math.sin(turn * n) / (Math.PI * n));
const impulse = (n: number) => (n === 0 ? 1 : 0);

interface Design {
  /** Number of edge frequencies. */
  edges: 1 | 2;
  ideal(turns: readonly number[], n: number): number;
  /** Where the gain is exact, rad per sample. */
  center(turns: readonly number[]): number;
}

const DESIGNS: Readonly<Record<string, Design>> = {
  low_pass: { edges: 1, ideal: ([edge], n) => sinc(edge, n), center: () => 0 },
  high_pass: { edges: 1, ideal: ([edge], n) => impulse(n) - sinc(edge, n), center: () => Math.PI },
  band_pass: {
    edges: 2,
    ideal: ([low, high], n) => sinc(high, n) - sinc(low, n),
    center: ([low, high]) => (low + high) / 2,
  },
  band_reject: { edges: 2, ideal: ([low, high], n) => impulse(n) - sinc(high, n) + sinc(low, n), center: () => 0 },
};

/**
 * Returns the taps of a filter design of GNU Radio's `firdes`. The formulas are in its documentation; the number of taps
 * and the scale follow its conventions.
 *
 * @param design The name, for example "low_pass", "complex_band_pass_2" or "root_raised_cosine".
 * @param given The arguments of the call: numbers, and the name of a window.
 * @param announce Gets the number of taps before they are computed.
 * @throws RangeError for a design that is unknown here, and for arguments that do not fit.
 */
export function firdes(design: string, given: readonly (number | string)[], announce: Announce = () => {}): Complex[] {
  if (design === "root_raised_cosine") return real(rootRaisedCosine(given, announce));
  if (design === "gaussian") return real(gaussian(given, announce));
  if (design === "hilbert") return real(hilbert(given, announce));
  const [, complex, name, attenuated] = /^(complex_)?(\w+?)(_2)?$/.exec(design) ?? [];
  // GNU Radio's complex_band_reject_2 has an error: it ignores its attenuation.
  const isUnknown = !name || !Object.hasOwn(DESIGNS, name) || design === "complex_band_reject_2";
  if (isUnknown || (complex && DESIGNS[name].edges === 1)) {
    throw new RangeError(
      `there is no design firdes.${design}; the designs are ${[...Object.keys(DESIGNS), "complex_band_pass", "complex_band_reject", "root_raised_cosine", "gaussian", "hilbert"].join(", ")}`,
    );
  }
  const { edges: count } = DESIGNS[name];
  const gain = numberOf(given[0], "the gain");
  const rate = numberOf(given[1], "the sample rate");
  const edges = given.slice(2, 2 + count).map((edge) => numberOf(edge, "the cutoff"));
  let next = 2 + count;
  const width = numberOf(given[next++], "the transition width");
  const attenuation = attenuated ? numberOf(given[next++], "the attenuation") : undefined;
  const window = foundWindow(given[next++] ?? "HAMMING");
  const parameter = numberOf(given[next++] ?? 6.76, "β");
  if (given.length > next)
    throw new RangeError(`firdes.${design} takes at most ${next} arguments, got ${given.length}`);
  checkEdges(edges, rate, complex !== undefined);
  if (!(width > 0)) throw new RangeError(`the transition width must be above 0, got ${width}`);
  const least = ((attenuation ?? window.attenuation(parameter)) * rate) / (22 * width);
  if (!(least >= 0 && least < MOST_TAPS)) {
    throw new RangeError(
      `the design needs ${Math.round(least)} taps, expected fewer than ${MOST_TAPS}; use a wider transition`,
    );
  }
  const taps = Math.trunc(least) | 1;
  announce(taps);
  const weights = window.values(taps, parameter);
  if (!complex) return real(weighted(DESIGNS[name], edges, { gain, rate, weights }));
  // GNU Radio moves the low-pass, or the high-pass, of half the width to the middle of the band.
  const half = weighted(DESIGNS[name === "band_pass" ? "low_pass" : "high_pass"], [(edges[1] - edges[0]) / 2], {
    gain,
    rate,
    weights,
  });
  const turn = (Math.PI * (edges[0] + edges[1])) / rate;
  return half.map((tap, i) => {
    const angle = turn * (i - (half.length - 1) / 2);
    return { re: tap * Math.cos(angle), im: tap * Math.sin(angle) };
  });
}

/** @throws RangeError for edges that GNU Radio refuses too, or that give no filter. */
function checkEdges(edges: readonly number[], rate: number, isComplex: boolean): void {
  if (!(rate > 0)) throw new RangeError(`the sample rate must be above 0, got ${rate}`);
  const least = isComplex ? -rate / 2 : 0;
  const isOpen = (edge: number, i: number) => (isComplex || i > 0 ? edge >= least : edge > least);
  if (!edges.every((edge, i) => isOpen(edge, i) && edge <= rate / 2) || !(edges.length === 1 || edges[0] < edges[1])) {
    throw new RangeError(
      `the cutoff must rise from ${least} to half the sample rate, ${rate / 2}, got ${edges.join(" and ")}`,
    );
  }
}

interface Weighted {
  gain: number;
  rate: number;
  weights: Float64Array;
}

function weighted({ ideal, center }: Design, edges: readonly number[], { gain, rate, weights }: Weighted): number[] {
  const turns = edges.map((edge) => (2 * Math.PI * edge) / rate);
  const middle = (weights.length - 1) / 2;
  const taps = Array.from(weights, (weight, i) => weight * ideal(turns, i - middle));
  const at = center(turns);
  const response = taps.reduce((sum, tap, i) => sum + tap * Math.cos(at * (i - middle)), 0);
  return scaled(taps, gain, response);
}

/** Sums to `gain`. Source: J. G. Proakis, Digital Communications, the impulse response of the root raised cosine. */
function rootRaisedCosine(given: readonly (number | string)[], announce: Announce): number[] {
  const [gain, rate, symbolRate, alpha, length] = argumentsOf("root_raised_cosine", given, 5);
  const perSymbol = rate / symbolRate;
  if (!(perSymbol > 0 && perSymbol < Infinity)) {
    throw new RangeError(`the sample rate and the symbol rate must be above 0, got ${rate} and ${symbolRate}`);
  }
  if (!(alpha > 0 && alpha <= 1)) throw new RangeError(`the roll-off must be above 0 and at most 1, got ${alpha}`);
  const count = lengthOf(length, announce) | 1;
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
function gaussian(given: readonly (number | string)[], announce: Announce): number[] {
  const [gain, perSymbol, bt, length] = argumentsOf("gaussian", given, 4);
  if (!(perSymbol > 0 && bt > 0)) {
    throw new RangeError(`samples per symbol and BT must be above 0, got ${perSymbol} and ${bt}`);
  }
  const slope = (2 * Math.PI * bt) / (Math.sqrt(Math.LN2) * perSymbol);
  const count = lengthOf(length, announce);
  const taps = Array.from({ length: count }, (_, i) => Math.exp(-0.5 * (slope * (i + 1 - count / 2)) ** 2));
  return scaled(taps, gain);
}

/** Odd length; the gain is 1 at a quarter of the sample rate. */
function hilbert(
  [length, window = "RECTANGULAR", beta = 6.76, ...more]: readonly (number | string)[],
  announce: Announce,
): number[] {
  const count = lengthOf(length, announce);
  if (more.length) throw new RangeError(`firdes.hilbert takes at most 3 arguments, got ${3 + more.length}`);
  if (count % 2 === 0) throw new RangeError(`the number of taps of a Hilbert filter must be odd, got ${count}`);
  const weights = foundWindow(window).values(count, numberOf(beta, "β"));
  const middle = (count - 1) / 2;
  const taps = Array.from(weights, (weight, i) => ((i - middle) % 2 === 0 ? 0 : weight / (i - middle)));
  let gain = 0;
  for (let i = 1; i <= middle; i += 2) gain = taps[middle + i] - gain;
  return scaled(taps, 1, 2 * Math.abs(gain));
}

function argumentsOf(design: string, given: readonly (number | string)[], count: number): number[] {
  if (given.length !== count) throw new RangeError(`firdes.${design} takes ${count} arguments, got ${given.length}`);
  return given.map((value, i) => numberOf(value, `argument ${i + 1} of firdes.${design}`));
}

function scaled(taps: readonly number[], gain: number, response = taps.reduce((sum, tap) => sum + tap, 0)): number[] {
  const factor = gain / response;
  if (!Number.isFinite(factor)) throw new RangeError("the design gives no filter: its gain is 0");
  return taps.map((tap) => (tap * gain) / response);
}
