import { type Wave, waveAt } from "./subtraction.ts";

/** Savitzky and Golay's weights of a quadratic polynomial over eleven samples. */
const WEIGHTS = [-36, 9, 44, 69, 84, 89, 84, 69, 44, 9, -36].map((weight) => weight / 429);
const REACH = (WEIGHTS.length - 1) / 2;
/** Most energy that is left of a carrier with a slope, relative to what a step leaves: smoothing takes a fifth of the noise, too. */
const SMOOTHER = 0.7;

/**
 * Subtracts what is left of a carrier around the sample at which it starts or stops, if its amplitude takes some samples to rise or fall.
 *
 * @param rest Complex samples around it, interleaved, from which the carrier was subtracted as if it stepped. @param samples The same with the carrier.
 * @param first The number of their first one, as the wave counts.
 */
export function subtractEdge(rest: Float32Array, samples: Float32Array, wave: Wave, first: number): void {
  const count = rest.length / 2;
  const values = new Float64Array(2 * count);
  const turns = Array.from({ length: count }, (_, i) => {
    const { phase } = waveAt(wave, first + i);
    return [Math.cos(phase), Math.sin(phase)] as const;
  });
  for (const [i, [c, s]] of turns.entries()) {
    values[2 * i] = samples[2 * i] * c + samples[2 * i + 1] * s;
    values[2 * i + 1] = samples[2 * i + 1] * c - samples[2 * i] * s;
  }
  const sloped = samples.slice();
  for (const [i, [c, s]] of turns.entries()) {
    let [re, im] = [0, 0];
    for (const [w, weight] of WEIGHTS.entries()) {
      const at = 2 * Math.max(0, Math.min(count - 1, i + w - REACH));
      re += weight * values[at];
      im += weight * values[at + 1];
    }
    sloped[2 * i] -= re * c - im * s;
    sloped[2 * i + 1] -= re * s + im * c;
  }
  if (energyOf(sloped) < SMOOTHER * energyOf(rest)) rest.set(sloped);
}

const energyOf = (samples: Float32Array) => samples.reduce((sum, value) => sum + value * value, 0);
