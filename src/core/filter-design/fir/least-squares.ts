import { type BandGains, checkBands, MOST_TAPS } from "./band-gains.ts";
import { atOnce, type Sliced } from "../slices.ts";

/**
 * Returns linear-phase taps with the smallest weighted mean square error over the bands, with gains linear between edges. SciPy's firls.
 * With A(f) = Σ a_k·cos(πkf) the normal equations are Toeplitz plus Hankel, ∫W·cos πif·cos πjf; Cholesky solves them.
 *
 * @throws RangeError for even lengths and those above MOST_TAPS, for bands out of range, and where wide gaps leave the equations singular.
 */
export const leastSquaresFir = (design: BandGains & { length: number }): Float64Array =>
  atOnce(leastSquaresInSlices(design));

export function* leastSquaresInSlices(design: BandGains & { length: number }): Sliced<Float64Array> {
  const where = "filter-design/fir/least-squares";
  const { length } = design;
  if (!Number.isInteger(length) || length < 1 || length > MOST_TAPS || length % 2 === 0) {
    throw new RangeError(`${where}: length must be an odd integer from 1 to ${MOST_TAPS}, got ${length}`);
  }
  const { bands, weights } = checkBands(where, design);
  const count = (length + 1) / 2;
  /** ∫W·cos πnf. */
  const q = Float64Array.from({ length: 2 * count }, (_, n) =>
    bands.reduce((sum, { low, high }, i) => sum + weights[i] * (sine(n, high) - sine(n, low)), 0),
  );
  const matrix = Array.from({ length: count }, (_, i) =>
    Float64Array.from({ length: count }, (_, j) => (q[Math.abs(i - j)] + q[i + j]) / 2),
  );
  /** ∫W·D·cos πnf, D = gain + slope·f. */
  const right = Float64Array.from({ length: count }, (_, n) =>
    bands.reduce((sum, { low, high, from, to }, i) => {
      const slope = (to - from) / (high - low);
      const start = from - slope * low;
      const integral = (f: number) => start * sine(n, f) + slope * ramp(n, f);
      return sum + weights[i] * (integral(high) - integral(low));
    }, 0),
  );
  const a = yield* solve(length, matrix, right, () => {
    const text = "must leave a solution: the bands leave too much of the spectrum free for this many taps";
    return new RangeError(`${where}: bands ${text}, got length ${length}; shorten the filter or narrow the gaps`);
  });
  return Float64Array.from({ length }, (_, n) => {
    const k = Math.abs(n - (count - 1));
    return k === 0 ? a[0] : a[k] / 2;
  });
}

/** ∫cos πnf. */
const sine = (n: number, f: number) => (n === 0 ? f : Math.sin(Math.PI * n * f) / (Math.PI * n));
/** ∫f·cos πnf. */
const ramp = (n: number, f: number) =>
  n === 0
    ? (f * f) / 2
    : (f * Math.sin(Math.PI * n * f)) / (Math.PI * n) + Math.cos(Math.PI * n * f) / (Math.PI * n) ** 2;

/** Cholesky's method; the matrix becomes its lower factor. */
function* solve(
  taps: number,
  matrix: Float64Array[],
  right: Float64Array,
  singular: () => Error,
): Sliced<Float64Array> {
  const length = right.length;
  const x = right.slice();
  for (let j = 0; j < length; j++) {
    yield taps;
    const row = matrix[j];
    for (let i = j; i < length; i++) {
      let sum = matrix[i][j];
      for (let k = 0; k < j; k++) sum -= matrix[i][k] * row[k];
      if (i === j) {
        if (!(sum > 1e-15 * row[j])) throw singular();
        row[j] = Math.sqrt(sum);
      } else {
        matrix[i][j] = sum / row[j];
      }
    }
  }
  for (let i = 0; i < length; i++) {
    for (let k = 0; k < i; k++) x[i] -= matrix[i][k] * x[k];
    x[i] /= matrix[i][i];
  }
  for (let i = length - 1; i >= 0; i--) {
    for (let k = i + 1; k < length; k++) x[i] -= matrix[k][i] * x[k];
    x[i] /= matrix[i][i];
  }
  return x;
}
