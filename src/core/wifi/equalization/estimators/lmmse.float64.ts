import { binOf } from "../../frame/symbol.ts";
import { correlated, energies, type Float64Estimator } from "../equalizer.float64.ts";
import { channelModes, USED_CARRIERS } from "../modes.ts";

/** Default RMS delay spread of the prior, samples: 100 ns at 20 MS/s. */
export const DELAY_SPREAD = 2;
/** Variance that a mode gains per symbol, relative to its own: at 4 µs per symbol some 500 Hz of Doppler spread. */
export const WALK = 1e-3;

const BINS = USED_CARRIERS.map(binOf);

/**
 * A Kalman filter for each mode of the channel: the training starts it, and each symbol's decided points continue it.
 *
 * @param walk Variance that a mode gains per symbol, relative to its own.
 */
export function lmmse(delaySpread: number, walk: number): Float64Estimator {
  // Computed with the first frame: a command that only imports this does not wait for it.
  const modes = () => channelModes(delaySpread);
  let [c, P, Q]: Float64Array[] = [];
  /** Σ conj(u)·x over the used carriers, complex [modes]. */
  const projected = (x: Float64Array) => {
    const { vectors } = modes();
    const sums = new Float64Array(2 * vectors.length);
    for (const [m, u] of vectors.entries()) {
      for (const [k, bin] of BINS.entries()) {
        sums[2 * m] += x[2 * bin] * u[2 * k] + x[2 * bin + 1] * u[2 * k + 1];
        sums[2 * m + 1] += x[2 * bin + 1] * u[2 * k] - x[2 * bin] * u[2 * k + 1];
      }
    }
    return sums;
  };
  const channel = () => {
    const H = new Float64Array(128);
    for (const [m, u] of modes().vectors.entries()) {
      for (const [k, bin] of BINS.entries()) {
        H[2 * bin] += c[2 * m] * u[2 * k] - c[2 * m + 1] * u[2 * k + 1];
        H[2 * bin + 1] += c[2 * m] * u[2 * k + 1] + c[2 * m + 1] * u[2 * k];
      }
    }
    return H;
  };
  return {
    tracked: true,
    decided: true,
    pilotError: 0.01,
    begin(training, noise) {
      const power = energies(training).reduce((sum, one) => sum + one) / 52;
      const gain = Math.max(power - noise / 2, 0.1 * power);
      const prior = modes().variances.map((variance) => variance * gain);
      const weights = prior.map((variance) => variance / (variance + noise / 2));
      c = projected(training).map((value, i) => value * weights[i >> 1]);
      P = weights.map((weight) => (weight * noise) / 2);
      Q = prior.map((variance) => walk * variance);
      return channel();
    },
    after(H, { carriers, noise, means = new Float64Array(128), energies: energy = new Float64Array(64) }) {
      const innovation = correlated(carriers, means).map((value, i) => value - energy[i >> 1] * H[i]);
      const residual = projected(innovation);
      const before = P.map((variance, m) => variance + Q[m]);
      const gains = before.map((variance) => variance / (variance + noise));
      c = c.map((value, i) => value + gains[i >> 1] * residual[i]);
      P = before.map((variance, m) => (1 - gains[m]) * variance);
      return channel();
    },
  };
}
