import { betaQuantile, confidenceInterval } from "./confidence.ts";

/**
 * The counts of errors in independent units (packets, codewords or frames), each with the same number of bits.
 *
 * {@link clusterInterval} needs only these five sums. They are whole numbers, so parts of a run add up to the same count
 * in any order. This holds while `squares` is below 2^53: 2.3e8 units with all of 6144 bits wrong.
 */
export interface ClusterCount {
  /** Units counted. */
  units: number;
  /** Units with at least one bit in error. */
  errored: number;
  /** Bits of all units. */
  trials: number;
  /** Bits in error, Σe. */
  errors: number;
  /** Sum over the units of the square of their bits in error, Σe². */
  squares: number;
}

/**
 * Number of added units of a geometric distribution. They estimate the spread of errors per errored unit while few
 * units have errors.
 */
const PRIOR_UNITS = 4;
/**
 * Beta distributions with a smaller shape parameter spread over more than ten decades, so their limit carries no
 * information.
 */
const LEAST_SHAPE = 0.1;
/** Treated as infinitely many degrees of freedom: the interval is wider by less than 1 part in 10,000. */
const MANY = 1e4;

/**
 * Returns the confidence interval of a bit error rate from the errors of independent units.
 *
 * The bits of a unit need not be independent: a lost codeword or a cycle slip causes many errors at once. The interval
 * contains the true rate with about the given confidence.
 *
 * With n units, m of them in error, rate p = Σe / bits, N bits, and t, z the quantiles of Student's distribution with n − 1
 * degrees of freedom and of the normal one:
 *
 * - Lower limit: Clopper and Pearson's limit for the effective number of bits
 *   n* = p (1 − p) / v · (z / t)², at most N, where v = (Σe² − (Σe)² / n) · n / ((n − 1) N²) is the variance of p.
 *   E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected number of positive counts
 *   estimated from survey data", Survey Methodology 24 (1998).
 * - Upper limit: p is the rate of errored units times the errors per errored unit. The first follows a Poisson count, the
 *   second a mean of gamma variables. So the limit is a quantile of an F distribution with 2(a + 1) and 2c degrees of
 *   freedom: p (c / a) Γ(a + 1) / Γ(c), with a = m / (1 − m / n) and c = m / κ² · (z / t)². κ is the coefficient of
 *   variation of the errors per errored unit. Few errored units do not determine it, so four units of a geometric
 *   distribution with the same mean are added, fewer if nearly all units are in error. For κ = 0 and m ≪ n it is the
 *   limit of F. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 28 (1936).
 * - The upper limit never exceeds the upper limit of the rate of errored units, because a unit can lose all of its bits.
 *   Without errors the two are equal. No limit is closer to p than the limit for independent bits.
 *
 * It has two conditions. A kind of unit that loses far more bits than the others must be common enough to have
 * occurred: no interval can include a failure that has not happened yet. If all of 10 to 40 units lose nearly the same
 * number of bits, the interval assumes that other units do so too. A single unit with errors gives 0 to 1.
 *
 * @returns Lower and upper limit; the lower one is 0 if there were no errors.
 * @throws RangeError if the counts contradict each other.
 *
 * @example
 * ```ts
 * import { clusterInterval } from "threeray/measurement";
 *
 * // 40 wrong bits in 4 of 1000 frames of 100 bits: fewer independent events than 40.
 * const [low, high] = clusterInterval({ units: 1000, errored: 4, trials: 100_000, errors: 40, squares: 400 });
 * console.log(low < 4e-4, high > 8e-4); // true true
 * ```
 */
export function clusterInterval(count: ClusterCount, confidence = 0.95): [number, number] {
  const { units, errored, errors } = count;
  checkCount(count);
  const [, most] = confidenceInterval(errored, units, confidence);
  if (errors === 0) return [0, most];
  if (units === 1) return [0, 1];
  const tail = (1 - confidence) / 2;
  const student = studentSquare(confidence, Infinity) / studentSquare(confidence, units - 1);
  const [, least] = confidenceInterval(errors, count.trials, confidence);
  return [lowerLimit(count, tail, student), Math.min(most, Math.max(least, upperLimit(count, tail, student)))];
}

function lowerLimit({ units, trials, errors, squares }: ClusterCount, tail: number, student: number): number {
  const rate = errors / trials;
  /** v / p². */
  const variance = ((squares / errors / errors - 1 / units) * units) / (units - 1);
  const bits = variance > 0 ? Math.min(trials, ((1 - rate) / (rate * variance)) * student) : trials;
  const a = rate * bits;
  return a < LEAST_SHAPE ? 0 : betaQuantile(tail, a, bits - a + 1);
}

function upperLimit(count: ClusterCount, tail: number, student: number): number {
  const { units, errored, trials, errors, squares } = count;
  const clean = 1 - errored / units;
  const prior = PRIOR_UNITS * clean;
  // The square of a geometric distribution's κ is the probability that one more error follows; Laplace's rule estimates it.
  const geometric = (errors - errored + 1) / (errors + 2);
  const spread = Math.max(0, (squares / errors / errors) * errored - 1) * errored;
  const variation = (prior * geometric + spread) / (prior + errored - 1);
  const c = Math.min((errored / variation) * student, trials);
  if (c < LEAST_SHAPE) return 1;
  // If all units are in error, only the spread of their errors remains.
  const a = Math.min(errored / clean, MANY * c);
  const x = betaQuantile(tail, c, a + 1);
  return ((errors / trials) * c * (1 - x)) / (a * x);
}

/** Returns the square of the two-sided quantile |t| of Student's distribution. */
function studentSquare(probability: number, degrees: number): number {
  const freedom = Math.min(degrees, 1e8);
  const x = betaQuantile(probability, 0.5, freedom / 2);
  return (freedom * x) / (1 - x);
}

function checkCount({ units, errored, trials, errors, squares }: ClusterCount): void {
  const label = "measurement/cluster-interval";
  if (!Number.isSafeInteger(units) || units < 1) {
    throw new RangeError(`${label}: units must be an integer ≥ 1, got ${units}`);
  }
  if (!Number.isSafeInteger(trials) || trials < units) {
    throw new RangeError(`${label}: trials must be an integer ≥ units, ${units}, got ${trials}`);
  }
  if (!Number.isInteger(errored) || errored < 0 || errored > units) {
    throw new RangeError(`${label}: errored must be an integer from 0 to ${units}, got ${errored}`);
  }
  // The Cauchy–Schwarz inequality, up to the rounding of sums beyond 2^53.
  const possible = errors >= errored && errors > 0 === errored > 0 && errors <= trials;
  if (!possible || !(squares * Math.max(1, errored) >= errors * errors * (1 - 1e-9))) {
    const sums = `${errors} errors and a sum of squares of ${squares}`;
    throw new RangeError(`${label}: no ${errored} units in error have ${sums}`);
  }
}
