import { PILOT_CARRIERS, PILOT_POLARITY, PILOTS } from "../frame/symbol.ts";

/** A pilot's value in a symbol; symbol 0 is the first one of the data. */
export const pilotSent = (symbol: number, pilot: number): number =>
  PILOT_POLARITY[(symbol + 1) % PILOT_POLARITY.length] * PILOTS[pilot];

/** Variance of phase noise per symbol, rad². */
const PHASE_WALK = 3e-5;
/** Variance per symbol that moving paths add to the slope, (rad per carrier)². */
const TIMING_WALK = 1e-9;
/** Variance of the slope's growth per symbol: a clock offset of 25 ppm. */
const CLOCK_VARIANCE = 3.9e-8;
/** Least variance of a pilot's phase, rad². */
const LEAST_VARIANCE = 1e-5;
/** Least variance of the carriers of decided points. */
const LEAST_SPREAD = 1e-3;

/** θ, its growth ω per symbol, φ and its growth ν, and the errors a + b·k of the pilots' H, with their covariance [6][6]. */
export interface Tracking {
  state: number[];
  covariance: number[][];
}

const SIZE = 6;
const product = (a: number[][], b: number[][]) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, i) => sum + value * b[i][j], 0)));
const transposed = (a: number[][]) => a[0].map((_, j) => a.map((row) => row[j]));
const column = (values: number[]) => values.map((value) => [value]);
const STEP = Array.from({ length: SIZE }, (_, i) =>
  Array.from({ length: SIZE }, (__, j) => Number(i === j || (i === 0 && j === 1) || (i === 2 && j === 3))),
);

/**
 * Returns the tracking after the training, seen from SIGNAL, 1.4 symbols later.
 *
 * @param energy Σ|H|²/noise.
 * @param energies |H|² of the pilots.
 * @param errorVariance E|error of H|² at a pilot.
 */
export function trackingStart(energy: number, energies: number[], errorVariance: number): Tracking {
  const covariance = STEP.map((row) => row.map(() => 0));
  for (const [i, variance] of [
    [0, 3.125 / energy + 1e-6],
    [2, CLOCK_VARIANCE],
  ]) {
    covariance[i][i] = 1.4 ** 2 * variance;
    covariance[i][i + 1] = 1.4 * variance;
    covariance[i + 1][i] = 1.4 * variance;
    covariance[i + 1][i + 1] = variance;
  }
  const [s0, s1, s2] = [0, 1, 2].map((power) =>
    energies.reduce((sum, e, i) => sum + e * PILOT_CARRIERS[i] ** power, 0),
  );
  const scale = errorVariance / 2 / (s0 * s2 - s1 ** 2);
  covariance[4][4] = scale * s2;
  covariance[4][5] = -scale * s1;
  covariance[5][4] = -scale * s1;
  covariance[5][5] = scale * s0;
  return { state: STEP.map(() => 0), covariance };
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
): Tracking {
  const predicted = product(STEP, column(state)).flat();
  const P = product(product(STEP, covariance), transposed(STEP));
  P[0][0] += PHASE_WALK;
  P[2][2] += TIMING_WALK;
  const shown = PILOT_CARRIERS.map((carrier, i) => {
    const expected = phaseOf(predicted, carrier);
    const [re, im] = correlations.subarray(2 * i, 2 * i + 2);
    return { carrier, energy: energies[i], residual: im * Math.cos(expected) - re * Math.sin(expected) };
  });
  return corrected({ state: predicted, covariance: P }, shown, noise);
}

/** A carrier whose residual is energy · (error of its phase) + noise of variance energy · noise/2. */
export interface ShownPhase {
  carrier: number;
  energy: number;
  residual: number;
}

/** Returns the tracking after the decided points of a symbol: two carriers with the same weighted sums stand for all of them. */
export function trackingDecided(now: Tracking, shown: readonly ShownPhase[], noise: number): Tracking {
  const sum = (value: (one: ShownPhase) => number) => shown.reduce((total, one) => total + value(one), 0);
  const energy = sum((one) => one.energy);
  const middle = sum((one) => one.energy * one.carrier) / energy;
  const spread = Math.sqrt(sum((one) => one.energy * (one.carrier - middle) ** 2) / energy);
  if (!(spread ** 2 > LEAST_SPREAD)) return now;
  const [mean, tilt] = [sum((one) => one.residual) / 2, sum((one) => one.residual * (one.carrier - middle)) / 2];
  const two = [-1, 1].map((side) => ({
    carrier: middle + side * spread,
    energy: energy / 2,
    residual: mean + (side * tilt) / spread,
  }));
  return corrected(now, two, noise);
}

/** A carrier's phase according to the state. */
const phaseOf = (state: number[], carrier: number) => product([rowOf(carrier)], column(state))[0][0];
const rowOf = (carrier: number) => [1, 0, carrier, 0, 1, carrier];

function corrected({ state, covariance }: Tracking, shown: readonly ShownPhase[], noise: number): Tracking {
  let [x, P] = [state, covariance];
  for (const { carrier, energy, residual } of shown) {
    const gain = product(P, column(rowOf(carrier))).flat();
    const variance = energy * (phaseOf(gain, carrier) + LEAST_VARIANCE) + noise / 2;
    const innovation = (residual - energy * (phaseOf(x, carrier) - phaseOf(state, carrier))) / variance;
    x = x.map((value, j) => value + gain[j] * innovation);
    P = P.map((row, a) => row.map((value, b) => value - (energy * gain[a] * gain[b]) / variance));
  }
  return { state: x, covariance: P };
}
