import type { Draws } from "./draws.ts";

/** Tones of the sound, more than a burst's length can resolve. */
const TONES = 128;
/** The band of a telephone, Hz. */
const [LOWEST, HIGHEST] = [300, 3400];
/** Above this frequency in Hz the sound falls by 6 dB per octave. */
const CORNER = 700;

/** A sound like speech in its spectrum: many tones at random frequencies. */
export interface Speech {
  /** The sound at a sample, from −1 to 1. */
  value(n: number): number;
  /** The integral of the sound over seconds. */
  integral(n: number): number;
}

/**
 * Returns sound whose largest value from `first` to `last` is 1 or −1.
 *
 * @param rate Samples per second.
 */
export function speech(draws: Draws, rate: number, first: number, last: number): Speech {
  const tones = Array.from({ length: TONES }, () => {
    const frequency = draws.uniform(LOWEST, HIGHEST);
    return {
      turn: 2 * Math.PI * frequency,
      amplitude: 1 / Math.hypot(1, frequency / CORNER),
      phase: draws.uniform(0, 2 * Math.PI),
    };
  });
  // The sound, its slope and its integral on a coarse grid; cubic interpolation between them errs by less than 1e-4.
  const every = Math.max(1, Math.floor(rate / 75_000));
  const start = first - every;
  const length = Math.ceil((last - start) / every) + 2;
  const [values, slopes, integrals] = [0, 1, 2].map(() => new Float64Array(length));
  for (let i = 0; i < length; i++) {
    const t = (start + i * every) / rate;
    for (const { turn, amplitude, phase } of tones) {
      const [sine, cosine] = [Math.sin(turn * t + phase), Math.cos(turn * t + phase)];
      values[i] += amplitude * sine;
      slopes[i] += amplitude * turn * cosine;
      integrals[i] -= (amplitude / turn) * cosine;
    }
  }
  const seconds = every / rate;
  const cubic = (heights: Float64Array, rises: Float64Array) => (n: number) => {
    const i = Math.floor((n - start) / every);
    const u = (n - start) / every - i;
    const height = (1 + 2 * u) * (1 - u) ** 2 * heights[i] + u * u * (3 - 2 * u) * heights[i + 1];
    return height + seconds * (u * (1 - u) ** 2 * rises[i] - u * u * (1 - u) * rises[i + 1]);
  };
  const [value, integral] = [cubic(values, slopes), cubic(integrals, values)];
  let peak = 0;
  for (let n = first; n <= last; n++) peak = Math.max(peak, Math.abs(value(n)));
  return { value: (n) => value(n) / peak, integral: (n) => integral(n) / peak };
}
