import { correlated, type Float64Estimator } from "../equalizer.float64.ts";

/** H + μ·(Y − H·X)·X* after each symbol, with the decided X. */
export function leastMeanSquares(step: number): Float64Estimator {
  return {
    tracked: true,
    pilotError: 0.01,
    begin: (training) => training,
    after(H, { carriers }, sent) {
      const expected = correlated(H, conjugate(sent));
      const error = correlated(
        carriers.map((value, i) => value - expected[i]),
        sent,
      );
      return H.map((value, i) => value + step * error[i]);
    },
  };
}

const conjugate = (x: Float64Array): Float64Array => x.map((value, i) => (i % 2 ? -value : value));
