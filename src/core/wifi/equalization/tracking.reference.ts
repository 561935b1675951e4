import { PILOT_CARRIERS, PILOT_POLARITY, PILOTS } from "../frame/symbol.ts";

/** What a symbol sends on a pilot; symbol 0 is the first one of the data. */
export const pilotSent = (symbol: number, pilot: number): number =>
  PILOT_POLARITY[(symbol + 1) % PILOT_POLARITY.length] * PILOTS[pilot];

/** Variance of phase noise per symbol, rad². */
const PHASE_WALK = 1e-4;
/** Variance per symbol that moving paths add to the slope, (rad per carrier)². */
const TIMING_WALK = 1e-9;
/** Variance of the slope's growth per symbol: a clock offset of 25 ppm. */
const CLOCK_VARIANCE = 3.9e-8;
/** Least variance of a pilot's phase, rad². */
const LEAST_VARIANCE = 1e-5;

/** θ, its growth ω per symbol, φ and its growth ν, with their covariance [4][4]. */
export interface Tracking {
  state: number[];
  covariance: number[][];
}

const product = (a: number[][], b: number[][]) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, i) => sum + value * b[i][j], 0)));
const transposed = (a: number[][]) => a[0].map((_, j) => a.map((row) => row[j]));
const STEP = [
  [1, 1, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 1],
  [0, 0, 0, 1],
];

/** Returns the tracking after the training, seen from SIGNAL, 1.4 symbols later. `energy` is Σ|H|²/noise. */
export function trackingStart(energy: number): Tracking {
  const frequency = 3.125 / energy + 1e-6;
  const growth = [
    [1.4 ** 2, 1.4],
    [1.4, 1],
  ];
  const covariance = [0, 1, 2, 3].map((i) =>
    [0, 1, 2, 3].map((j) => (i >> 1 === j >> 1 ? growth[i % 2][j % 2] * (i < 2 ? frequency : CLOCK_VARIANCE) : 0)),
  );
  return { state: [0, 0, 0, 0], covariance };
}

/**
 * Returns the tracking after one more symbol, from the products y·H*·sent of its pilots and |H|²: an extended Kalman filter.
 *
 * @param correlations Complex [4].
 */
export function trackingAfter(
  { state, covariance }: Tracking,
  correlations: Float64Array,
  energies: number[],
  noise: number,
) {
  const predicted = product(
    STEP,
    state.map((value) => [value]),
  ).flat();
  let P = product(product(STEP, covariance), transposed(STEP));
  P[0][0] += PHASE_WALK;
  P[2][2] += TIMING_WALK;
  let x = predicted;
  for (const [i, k] of PILOT_CARRIERS.entries()) {
    const h = [1, 0, k, 0];
    const expected = predicted[0] + k * predicted[2];
    const [re, im] = correlations.subarray(2 * i, 2 * i + 2);
    const measured = im * Math.cos(expected) - re * Math.sin(expected);
    const moved = h.reduce((sum, value, j) => sum + value * (x[j] - predicted[j]), 0);
    const gain = product(P, transposed([h])).flat();
    const variance = energies[i] * (gain[0] + k * gain[2] + LEAST_VARIANCE) + noise / 2;
    x = x.map((value, j) => value + (gain[j] * (measured - energies[i] * moved)) / variance);
    P = P.map((row, a) => row.map((value, b) => value - (energies[i] * gain[a] * gain[b]) / variance));
  }
  return { state: x, covariance: P };
}
