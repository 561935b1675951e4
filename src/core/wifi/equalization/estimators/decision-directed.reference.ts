import { correlated, energies, type Float64Estimator } from "../equalizer.float64.ts";

/** Σ Y·X* / Σ |X|² over the training, which counts as two symbols, and the decided symbols, with exponential weights. */
export function recursiveLeastSquares(forgetting: number): Float64Estimator {
  let [products, weights]: [Float64Array, number[]] = [new Float64Array(), []];
  return {
    tracked: true,
    pilotError: 0.01,
    begin(training) {
      products = training.map((value) => 2 * value);
      weights = energies(training).map(() => 2);
      return training;
    },
    after(_, { carriers }, sent) {
      const now = correlated(carriers, sent);
      const power = energies(sent);
      products = products.map((value, i) => forgetting * value + now[i]);
      weights = weights.map((value, bin) => forgetting * value + power[bin]);
      return products.map((value, i) => value / weights[i >> 1]);
    },
  };
}
