import { valueOfRank } from "../finding/ranks.ts";

/** A sequence of real values explained by equally spaced levels. */
export interface Levels {
  /** Log-likelihood per value, less the log-likelihood of a Gaussian of the same variance, in nats. All levels are equally likely. */
  advantage: number;
  /** The middle of the levels and half the distance of neighbours, after the interference of neighbouring values is removed. */
  middle: number;
  half: number;
  /** Share of a neighbour's level that adds to a value. */
  interference: number;
  /** Standard deviation of what the levels do not explain. */
  residual: number;
  /** Indices of the levels, from the lowest. */
  decisions: Int8Array;
}

const ROUNDS = 8;
/** The share of the smallest deviations that count, and their variance over the whole variance, for a Gaussian. Clicks are left out. */
const [CENTRAL, CENTRAL_VARIANCE] = [0.95, 0.7588];

/**
 * Fits levels −(M − 1), …, M − 1 times `half`, and interference of both neighbours, by decisions and least squares in turn.
 *
 * @param values At least three.
 */
export function fitLevels(values: Float64Array, count: 2 | 4): Levels {
  const N = values.length;
  const variance = varianceOf(values);
  const ordered = values.slice();
  let middle = (valueOfRank(ordered, Math.floor(0.05 * N)) + valueOfRank(ordered, Math.floor(0.95 * (N - 1)))) / 2;
  let half = Math.sqrt(variance / ((count * count - 1) / 3));
  let interference = 0;
  // Symbol k is element k + 1: before the first and after the last one, there are zeros.
  const symbols = new Float64Array(N + 2);
  const most = count - 1;
  for (let round = 0; round < ROUNDS; round++) {
    const levels = { middle, half, interference, most };
    const hasChanged = decide(values, symbols, levels);
    // Decisions depend on their neighbours'.
    const changed = decide(values, symbols, levels) || hasChanged;
    // The same decisions give the same levels.
    if (!changed && round > 0) break;
    const solved = leastSquares(values, symbols);
    if (!solved) break;
    [middle, half] = [solved[0], Math.max(1e-12, solved[1])];
    interference = Math.max(-0.2, Math.min(0.45, solved[2] / half));
  }
  const errors = errorsOf(values, symbols, { middle, half, interference });
  const kept = Math.max(1, Math.floor(CENTRAL * N));
  // The smallest ones come first.
  valueOfRank(errors, kept - 1);
  let sum = 0;
  for (let k = 0; k < kept; k++) sum += errors[k] * errors[k];
  const residual = half * Math.sqrt(sum / kept / CENTRAL_VARIANCE);
  const decisions = new Int8Array(N);
  for (let k = 0; k < N; k++) decisions[k] = (symbols[k + 1] + most) / 2;
  return {
    advantage: Math.log(Math.sqrt(variance) / Math.max(1e-9 * half, residual)) - Math.log(count),
    middle,
    half: half * (1 + 2 * interference),
    interference,
    residual,
    decisions,
  };
}

function varianceOf(values: Float64Array): number {
  let middle = 0;
  for (let k = 0; k < values.length; k++) middle += values[k];
  middle /= values.length;
  let variance = 0;
  for (let k = 0; k < values.length; k++) variance += (values[k] - middle) * (values[k] - middle);
  return variance / values.length;
}

/** Decides the nearest levels in order. Returns whether a decision changed. @param symbols Symbol k is element k + 1. */
function decide(
  values: Float64Array,
  symbols: Float64Array,
  { middle, half, interference, most }: { middle: number; half: number; interference: number; most: number },
): boolean {
  let changed = false;
  // In units of a level's distance, from the lowest level. Only what depends on the decision before waits for it.
  const scale = 1 / (2 * half);
  const offset = (interference * most + most + 1) / 2;
  let level = most / 2;
  for (let k = 0; k < values.length; k++) {
    const at = (values[k] - middle) * scale - (interference / 2) * symbols[k + 2] + offset;
    level = Math.floor(at - interference * level);
    if (level < 0) level = 0;
    else if (level > most) level = most;
    const symbol = 2 * level - most;
    if (symbol !== symbols[k + 1]) changed = true;
    symbols[k + 1] = symbol;
  }
  return changed;
}

function errorsOf(
  values: Float64Array,
  symbols: Float64Array,
  { middle, half, interference }: Pick<Levels, "middle" | "half" | "interference">,
): Float64Array {
  const errors = new Float64Array(values.length);
  for (let k = 0; k < values.length; k++) {
    const around = symbols[k] + symbols[k + 2];
    errors[k] = Math.abs((values[k] - middle) / half - symbols[k + 1] - interference * around);
  }
  return errors;
}

/** Regresses values on 1, their symbols and the sum of the neighbouring symbols. @param symbols Symbol k is element k + 1. */
function leastSquares(values: Float64Array, symbols: Float64Array): [number, number, number] | undefined {
  const a00 = Math.max(0, values.length - 2);
  let [a01, a02, a11, a12, a22] = [0, 0, 0, 0, 0];
  let [b0, b1, b2] = [0, 0, 0];
  for (let k = 1; k < values.length - 1; k++) {
    const value = values[k];
    const symbol = symbols[k + 1];
    const around = symbols[k] + symbols[k + 2];
    a01 += symbol;
    a02 += around;
    a11 += symbol * symbol;
    a12 += symbol * around;
    a22 += around * around;
    b0 += value;
    b1 += symbol * value;
    b2 += around * value;
  }
  const c00 = a11 * a22 - a12 * a12;
  const c01 = a02 * a12 - a01 * a22;
  const c02 = a01 * a12 - a02 * a11;
  const det = a00 * c00 + a01 * c01 + a02 * c02;
  if (!(Math.abs(det) > 1e-9 * Math.abs(a00 * a11 * a22))) return undefined;
  const c11 = a00 * a22 - a02 * a02;
  const c12 = a01 * a02 - a00 * a12;
  const c22 = a00 * a11 - a01 * a01;
  return [
    (c00 * b0 + c01 * b1 + c02 * b2) / det,
    (c01 * b0 + c11 * b1 + c12 * b2) / det,
    (c02 * b0 + c12 * b1 + c22 * b2) / det,
  ];
}
