import { type Complex, complex } from "../../filter-design/complex.ts";
import { complexTapsZeros } from "../../filter-design/fir/zeros.ts";

/** The taps of an equalizer with what is needed to join them with a channel. */
export interface JoinedTaps {
  /** w: complex [N]. The output is wᴴ·u + bᴴ·(past decisions). */
  forward: ArrayLike<number>;
  /** b: complex [Nb]. */
  feedback: ArrayLike<number>;
  /** δ in samples. */
  delay: number;
}

/**
 * Returns the taps between symbols and estimates: s = w* ∗ h, and b* on past decisions, which are assumed to be
 * right. Number δ belongs to the decided symbol, δ + s·j to the one j before. Complex [N + L], longer if b reaches further.
 */
export function combinedTaps(
  channel: ArrayLike<number>,
  { forward, feedback, delay }: JoinedTaps,
  samplesPerSymbol: number,
): Float64Array<ArrayBuffer> {
  const [taps, memory, past] = [forward.length / 2, channel.length / 2 - 1, feedback.length / 2];
  const sum = new Float64Array(2 * Math.max(taps + memory, past > 0 ? delay + samplesPerSymbol * past + 1 : 0));
  for (let n = 0; n < taps; n++) {
    const [re, im] = [forward[2 * n], -forward[2 * n + 1]];
    for (let l = 0; l <= memory; l++) {
      const [a, b] = [channel[2 * l], channel[2 * l + 1]];
      sum[2 * (n + l)] += re * a - im * b;
      sum[2 * (n + l) + 1] += re * b + im * a;
    }
  }
  for (let j = 1; j <= past; j++) {
    const at = 2 * (delay + samplesPerSymbol * j);
    sum[at] += feedback[2 * j - 2];
    sum[at + 1] -= feedback[2 * j - 1];
  }
  return sum;
}

/** Returns the interference that is left relative to the strongest tap, (Σ|s|² − max|s|²)/max|s|², dB. */
export function residualDb(combined: ArrayLike<number>): number {
  let [total, most] = [0, 0];
  for (let i = 0; i < combined.length; i += 2) {
    const energy = combined[i] ** 2 + combined[i + 1] ** 2;
    total += energy;
    most = Math.max(most, energy);
  }
  return 10 * Math.log10((total - most) / most);
}

/** Least power of a response, so that a null stays finite: −80 dB. */
const LEAST_POWER = 1e-8;

/**
 * Returns |Σ c[n]·e^(−j2πfn)|² in dB.
 *
 * @param taps Complex.
 * @param frequencies In cycles per sample.
 */
export function powerResponseDb(taps: ArrayLike<number>, frequencies: ArrayLike<number>): Float64Array<ArrayBuffer> {
  return Float64Array.from(frequencies, (frequency) => {
    let [re, im] = [0, 0];
    for (let n = 0; n < taps.length / 2; n++) {
      const [cos, sin] = [Math.cos(2 * Math.PI * frequency * n), -Math.sin(2 * Math.PI * frequency * n)];
      re += taps[2 * n] * cos - taps[2 * n + 1] * sin;
      im += taps[2 * n] * sin + taps[2 * n + 1] * cos;
    }
    return 10 * Math.log10(Math.max(LEAST_POWER, re * re + im * im));
  });
}

/** Returns the zeros of h₀ + h₁z⁻¹ + … */
export const channelZeros = (taps: ArrayLike<number>): Complex[] =>
  complexTapsZeros(Array.from({ length: taps.length / 2 }, (_, l) => complex(taps[2 * l], taps[2 * l + 1])));
