import { createDraws } from "./draws.ts";
import type { GeneratorOptions } from "./options.ts";

/** Largest change of the gain per step, dB. */
const STEP_DB = 6;

/** The receiver after the noise: gain steps, IQ imbalance, a constant and a limit. */
export interface Disturbances {
  /** Changes interleaved samples. @param first Number of the first sample. */
  apply(samples: Float64Array, first: number): void;
  /** Mean of the gain's square from a sample to another. */
  meanGain(start: number, stop: number): number;
  /** Tells whether the gain changes between two samples. */
  hasStep(start: number, stop: number): boolean;
  /** The limit of I and Q. Infinity: none. */
  limit: number;
}

/** @param samples Samples of the recording. */
export function createDisturbances(options: GeneratorOptions, samples: number): Disturbances {
  const { seed, gainSteps, iqImbalance, dc, clip } = options;
  const draws = createDraws(seed, "gain", 0);
  const places = Array.from({ length: gainSteps }, () => Math.round(draws.uniform(0, samples))).toSorted(
    (a, b) => a - b,
  );
  const gains = [1, ...places.map(() => 10 ** (draws.uniform(-STEP_DB, STEP_DB) / 20))];
  const bounds = [0, ...places, samples];
  const limit = clip === undefined ? Infinity : 10 ** (clip / 20);
  const [ofI, ofQ] = [10 ** (iqImbalance / 40), 10 ** (-iqImbalance / 40)];
  const constant = dc === undefined ? 0 : 10 ** (dc / 20) * Math.SQRT1_2;
  const limited = (value: number) => Math.min(limit, Math.max(-limit, value));
  return {
    limit,
    apply(values, first) {
      let segment = 0;
      for (let i = 0; i < values.length / 2; i++) {
        while (segment < places.length && first + i >= places[segment]) segment++;
        values[2 * i] = limited(gains[segment] * (ofI * values[2 * i] + constant));
        values[2 * i + 1] = limited(gains[segment] * (ofQ * values[2 * i + 1] + constant));
      }
    },
    meanGain: (start, stop) =>
      gains.reduce((sum, gain, i) => {
        const shared = Math.min(stop, bounds[i + 1]) - Math.max(start, bounds[i]);
        return sum + gain ** 2 * Math.max(0, shared);
      }, 0) /
      (stop - start),
    hasStep: (start, stop) => places.some((place) => place > start && place < stop),
  };
}
