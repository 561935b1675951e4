/**
 * Returns the Clopper–Pearson interval of an error rate. It contains the true rate with at least the given confidence.
 * Source: C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the
 * binomial", Biometrika 26 (1934).
 *
 * @param errors Errors counted: an integer from 0 to `trials`.
 * @param trials Number of counted bits (or packets): an integer ≥ 1.
 * @returns Lower and upper limit. The lower one is 0 if there were no errors; the upper one is 1 if all were errors.
 *
 * @example
 * ```ts
 * import { confidenceInterval } from "threeray/measurement";
 *
 * // No error in 1000 bits: the rate is below 0.4 % with 95 % confidence.
 * const [low, high] = confidenceInterval(0, 1000);
 * console.log(low, high.toFixed(4)); // 0 0.0037
 * ```
 */
export function confidenceInterval(errors: number, trials: number, confidence = 0.95): [number, number] {
  if (!Number.isSafeInteger(trials) || trials < 1) {
    throw new RangeError(`measurement/confidence: trials must be an integer ≥ 1, got ${trials}`);
  }
  if (!Number.isInteger(errors) || errors < 0 || errors > trials) {
    throw new RangeError(`measurement/confidence: errors must be an integer from 0 to ${trials}, got ${errors}`);
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`measurement/confidence: confidence must lie between 0 and 1, got ${confidence}`);
  }
  const tail = (1 - confidence) / 2;
  const lower = errors === 0 ? 0 : betaQuantile(tail, errors, trials - errors + 1);
  const upper = errors === trials ? 1 : betaQuantile(1 - tail, errors + 1, trials - errors);
  return [lower, upper];
}

/** x with I_x(a, b) = p, by Newton's method inside a bracket; 1e-13 relative for a, b ≥ 1. */
export function betaQuantile(p: number, a: number, b: number): number {
  const n = a + b;
  let [low, high] = [0, 1];
  let x = a / n;
  for (;;) {
    const mass = betaMass(x, a, b);
    const distance = a - n * x;
    const probability =
      distance > 0 ? mass / betaFraction(x, a, b, distance) : 1 - mass / betaFraction(1 - x, b, a, -distance);
    const excess = probability - p;
    if (excess > 0) high = x;
    else low = x;
    const newton = x - (excess * x * (1 - x)) / mass;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) <= 1e-15 * x) return next;
    x = next;
  }
}

/**
 * x^a (1 − x)^b / (B(a, b) I_x(a, b)), for x up to the mean, by Lentz's method on the continued fraction of A. R. Didonato
 * and A. H. Morris, Algorithm 708, ACM Trans. Math. Software 18 (1992), eq. 9. Its terms are positive. For x near 1 it
 * keeps its precision if `distance`, a − (a + b)x, is computed from 1 − x.
 */
function betaFraction(x: number, a: number, b: number, distance: number): number {
  const term = (m: number) =>
    m + (m * (b - m) * x) / (a + 2 * m - 1) + ((a + m) * (distance + 1 + m * (2 - x))) / (a + 2 * m + 1);
  let fraction = (a * (distance + 1)) / (a + 1);
  let numerator = fraction;
  let denominator = 0;
  for (let m = 1, change = 0; Math.abs(change - 1) > 1e-15; m++) {
    const factor = ((a + m - 1) * (a + b + m - 1) * m * (b - m) * x * x) / (a + 2 * m - 1) ** 2;
    denominator = 1 / (term(m) + factor * denominator);
    numerator = term(m) + factor / numerator;
    change = numerator * denominator;
    fraction *= change;
  }
  return fraction;
}

/**
 * x^a (1 − x)^b / B(a, b), computed from the distance to the mean, so that no large terms cancel for any number of
 * trials.
 */
function betaMass(x: number, a: number, b: number): number {
  const n = a + b;
  const exponent = a * Math.log1p((n * x - a) / a) + b * Math.log1p((a - n * x) / b);
  return Math.sqrt((a * b) / (2 * Math.PI * n)) * Math.exp(exponent + stirling(n) - stirling(a) - stirling(b));
}

/** ln Γ(z) − (z − ½) ln z + z − ½ ln 2π, what Stirling's formula misses (DLMF 5.11.1). */
function stirling(z: number): number {
  if (z < 16) return stirling(z + 1) + (z + 0.5) * Math.log1p(1 / z) - 1;
  const s = 1 / (z * z);
  return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188)))) / z;
}
