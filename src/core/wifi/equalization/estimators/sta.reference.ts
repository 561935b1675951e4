import { CARRIERS, correlated, energies, type Float64Estimator } from "../equalizer.float64.ts";

/** Returns H·e^{j·slope·k}, complex [64] by bin. */
export const delayResponse = (H: Float64Array, slope: number): Float64Array =>
  correlated(
    H,
    Float64Array.from(H, (_, i) => (i % 2 ? -1 : 1) * (i % 2 ? Math.sin : Math.cos)(slope * CARRIERS[i >> 1])),
  );

/** arg Σ H[k + 1]·H*[k], rad per carrier. */
export function meanSlope(H: Float64Array): number {
  const products = correlated(Float64Array.of(...H.subarray(2), ...H.subarray(0, 2)), H);
  const part = (offset: number) => products.reduce((sum, value, i) => sum + (i % 2 === offset ? value : 0), 0);
  return Math.atan2(part(1), part(0));
}

/** (1 − α)·H + α·(Σ Y·X* / Σ |X|² over the used carriers up to `reach` away), after the removal of the training's mean delay. */
export function spectralTemporal(alpha: number, reach: number): Float64Estimator {
  let slope = 0;
  return {
    tracked: true,
    pilotError: 0.01,
    begin(training) {
      slope = meanSlope(training);
      return training;
    },
    after(H, { carriers }, sent) {
      const products = delayResponse(correlated(carriers, sent), -slope);
      const power = energies(sent);
      const means = products.map((_, i) => {
        const near = CARRIERS.flatMap((carrier, bin) => (Math.abs(carrier - CARRIERS[i >> 1]) <= reach ? [bin] : []));
        const sum = (of: (bin: number) => number) => near.reduce((total, bin) => total + of(bin), 0);
        return sum((bin) => products[2 * bin + (i % 2)]) / (sum((bin) => power[bin]) || 1);
      });
      const back = delayResponse(means, slope);
      return H.map((value, i) => (power[i >> 1] > 0 ? (1 - alpha) * value + alpha * back[i] : value));
    },
  };
}
