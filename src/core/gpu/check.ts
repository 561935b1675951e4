/** Length of the noise before it repeats. It is prime, so that no two rows are equal. */
export const NOISE_PERIOD = 1_000_003;

/**
 * Returns `length` numbers from −1 to 1, from the number at `start` on. A linear congruential generator (constants of Numerical
 * Recipes) is fast, and good enough for checks.
 */
export function noise(seed: number, length: number, start = 0): Float32Array<ArrayBuffer> {
  const from = start % NOISE_PERIOD;
  const period = noisePeriod(seed, Math.min(NOISE_PERIOD, from + length));
  if (from + length <= NOISE_PERIOD) return period.slice(from, from + length);
  const values = new Float32Array(length);
  values.set(period.subarray(from));
  for (let at = NOISE_PERIOD - from; at < length; at += NOISE_PERIOD) values.set(period.subarray(0, length - at), at);
  return values;
}

/** The beginnings of periods that were computed last: a check of several methods reads the same ones again and again. */
const begun: { seed: number; values: Float32Array; state: number }[] = [];
/** Inputs of one check, and of the next one. */
const MOST_BEGUN = 4;

/** Returns at least the first `length` numbers of a period. */
function noisePeriod(seed: number, length: number): Float32Array {
  const at = begun.findIndex((one) => one.seed === seed);
  const [known] =
    at < 0 ? [{ seed, values: new Float32Array(0), state: Math.imul(seed, 0x9e3779b9) + 1 }] : begun.splice(at, 1);
  const { values: before } = known;
  if (before.length < length) {
    known.values = new Float32Array(Math.min(NOISE_PERIOD, Math.max(length, 2 * before.length)));
    known.values.set(before);
    for (let i = before.length; i < known.values.length; i++) {
      known.state = (Math.imul(known.state, 1664525) + 1013904223) >>> 0;
      known.values[i] = known.state / 2 ** 31 - 1;
    }
  }
  begun.unshift(known);
  begun.length = Math.min(begun.length, MOST_BEGUN);
  return known.values;
}

/** Computes the error of numbers that come in pieces: the largest error divided by the RMS of the expected numbers. */
export class ErrorGauge {
  #worst = 0;
  #power = 0;
  #count = 0;

  /** @param width 2 for complex pairs, whose magnitudes count; 1 for real numbers. */
  constructor(readonly width: 1 | 2) {}

  /** Compares all expected numbers. */
  add(found: ArrayLike<number>, expected: ArrayLike<number>): void {
    for (let i = 0; i < expected.length; i += this.width) {
      let error = 0;
      for (let j = i; j < i + this.width; j++) {
        error = Math.hypot(error, found[j] - expected[j]);
        this.#power += expected[j] ** 2;
      }
      if (!(error <= this.#worst)) this.#worst = Number.isNaN(error) ? Infinity : error;
      this.#count++;
    }
  }

  /** Infinite if a number is NaN. */
  get relative(): number {
    const rms = Math.sqrt(this.#power / this.#count);
    return rms > 0 ? this.#worst / rms : this.#worst;
  }
}
