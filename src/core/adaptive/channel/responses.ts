/** Channels of Proakis & Salehi, Digital Communications, 5th edition, figure 9.4-5. Many copies of (a) lack the 0. */
const PROAKIS = {
  "proakis-a": [0.04, -0.05, 0.07, -0.21, -0.5, 0.72, 0.36, 0, 0.21, 0.03, 0.07],
  "proakis-b": [0.407, 0.815, 0.407],
  "proakis-c": [0.227, 0.46, 0.688, 0.46, 0.227],
} as const;

export type NamedResponse = keyof typeof PROAKIS;
export const NAMED_RESPONSES = Object.keys(PROAKIS) as NamedResponse[];

/** Returns the taps of a book's channel as printed, complex. */
export const namedResponse = (name: NamedResponse): Float64Array => complexOf(PROAKIS[name]);

/**
 * Returns the raised-cosine channel ½(1 + cos(2π(n − 2)/W)), n = 1 … 3, complex. Source: Haykin, Adaptive Filter Theory, 5th
 * edition, section 6.8.
 *
 * @param width W, above 2. A larger one gives a larger eigenvalue spread.
 */
export function haykinResponse(width: number): Float64Array {
  if (!(width > 2 && width <= 4))
    throw new RangeError(`adaptive: channel haykin:W needs W above 2 and at most 4, got ${width}`);
  return complexOf([-1, 0, 1].map((n) => 0.5 * (1 + Math.cos((2 * Math.PI * n) / width))));
}

const complexOf = (real: readonly number[]) => Float64Array.from(real.flatMap((tap) => [tap, 0]));

/**
 * Returns the mean powers of the taps of a random channel, which fall as e^(−l/D) for l = 0 … ⌈D ln 1000⌉ and sum to 1.
 *
 * @param decay D in symbols.
 * @throws RangeError unless D is above 0.
 */
export function decayingPowers(decay: number): Float64Array {
  if (!(decay > 0)) throw new RangeError(`adaptive: channel exponential:D needs D above 0, got ${decay}`);
  const powers = Float64Array.from({ length: Math.ceil(decay * Math.log(1000)) + 1 }, (_, l) => Math.exp(-l / decay));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Returns the taps with a mean energy of 1. */
export function normalized(taps: Float64Array): Float64Array {
  const energy = taps.reduce((sum, part) => sum + part * part, 0);
  return taps.map((part) => part / Math.sqrt(energy));
}

export const areReal = (taps: Float64Array): boolean => taps.every((part, i) => i % 2 === 0 || part === 0);
