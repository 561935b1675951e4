import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { channelColumns, correlation, type KnownChannel, type SolvedEqualizer } from "./finite.ts";

/** Moments of symbols with E|a|² = 1. */
export interface SymbolMoments {
  /** E|a|⁴ */
  fourth: number;
  /** E[a²]: 1 for BPSK, 0 for constellations with quarter-turn symmetry. */
  square: number;
}

/** @param points The constellation, complex, of mean energy 1. Its mean square is real. */
export function momentsOf(points: Float64Array): SymbolMoments {
  let [fourth, square] = [0, 0];
  for (let i = 0; i < points.length; i += 2) {
    const [re, im] = [points[i] ** 2, points[i + 1] ** 2];
    fourth += (2 * (re + im) ** 2) / points.length;
    square += (2 * (re - im)) / points.length;
  }
  return { fourth, square };
}

/** Returns the eigenvalues of E[u·uᴴ], rising: [N]. */
export function inputEigenvalues(channel: KnownChannel, { forward, delay }: SolvedEqualizer): number[] {
  const size = forward.length / 2;
  const matrix = correlation(channelColumns(channel, size, delay), size, channel.noiseVariance, () => true);
  const isReal = matrix.every((part, at) => at % 2 === 0 || part === 0);
  // A + jB has the eigenvalues of [[A, −B], [B, A]], which has each twice.
  const real = Matrix.zeros(isReal ? size : 2 * size, isReal ? size : 2 * size);
  const put = (row: number, column: number, value: number) => {
    real.set(row, column, value);
    real.set(column, row, value);
  };
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const at = 2 * (i * size + j);
      put(i, j, matrix[at]);
      if (isReal) continue;
      put(i + size, j + size, matrix[at]);
      put(i + size, j, matrix[at + 1]);
      put(j + size, i, -matrix[at + 1]);
    }
  }
  const values = new EigenvalueDecomposition(real, { assumeSymmetric: true }).realEigenvalues;
  return values.sort((a, b) => a - b).filter((_, i) => isReal || i % 2 === 0);
}

/**
 * Returns the largest step sizes of LMS for which its taps stay finite: in the mean, and in the mean square for Gaussian inputs.
 *
 * @param isReal Symbols, taps and noise are real. Real Gaussian numbers have larger fourth moments.
 */
export function stableSteps(eigenvalues: readonly number[], isReal: boolean): { mean: number; meanSquare: number } {
  const largest = Math.max(...eigenvalues);
  // Real: Σ μλ/(2 − 2μλ) = 1, complex: Σ μλ/(2 − μλ) = 1; Haykin, section 6.4, independence theory.
  const share = isReal ? 2 : 1;
  let [low, high] = [0, 2 / share / largest];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    const sum = eigenvalues.reduce((total, value) => total + (middle * value) / (2 - share * middle * value), 0);
    if (sum < 1) low = middle;
    else high = middle;
  }
  return { mean: 2 / largest, meanSquare: low };
}

/** A signal as sums over symbols and noise samples: coefficients of a_(k+d) by d, and of w_n by n. Complex numbers in pairs. */
interface Mixture {
  symbols: Map<number, [number, number]>;
  noise: Map<number, [number, number]>;
}

export interface Misadjustment {
  /** μ·tr(R)/2: if u were independent from symbol to symbol. */
  textbook: number;
  /** First order in μ with memory: μ(c₀/2 − Σ_(τ≥1) c_τ)/J, where c_τ = E[f_nᴴ·f_(n−τ)] and f = u·e*. */
  memory: number;
}

/**
 * Returns the excess error of LMS relative to J, to first order in μ. The error of the best equalizer is correlated in time, so
 * that the textbook's value is too small or too large.
 *
 * @param equalizer The MMSE equalizer, linear.
 * @param isReal Symbols, taps and noise are real: BPSK over real taps.
 */
export function lmsMisadjustment(
  channel: KnownChannel,
  equalizer: SolvedEqualizer,
  moments: SymbolMoments,
  { step, isReal }: { step: number; isReal: boolean },
): Misadjustment {
  const { forward, delay } = equalizer;
  const size = forward.length / 2;
  const { samplesPerSymbol, noiseVariance } = channel;
  const inputs = inputsOf(channel, size, delay);
  const error = errorMixture(inputs, forward);
  const cumulant = moments.fourth - 2 - moments.square ** 2;
  const weights = { symbols: 1, noise: noiseVariance };
  const squares = { symbols: moments.square, noise: isReal ? noiseVariance : 0 };

  const correlationAt = (lag: number) => {
    const before = { symbols: -lag, noise: -lag * samplesPerSymbol };
    const errors = product(error, error, before, weights, true);
    let sum = 0;
    // Samples with the same place in their symbols have the same statistics.
    for (const [place, input] of inputs.slice(0, samplesPerSymbol).entries()) {
      const [re, im] = product(input, input, before, weights, true);
      // E[e e'*]·E[u' u*]
      sum += Math.ceil((size - place) / samplesPerSymbol) * (errors[0] * re + errors[1] * im);
    }
    for (const input of inputs) {
      if (moments.square !== 0) {
        const first = product(error, input, before, squares, false);
        const second = product(input, error, before, squares, false);
        sum += first[0] * second[0] + first[1] * second[1];
      }
      sum += cumulant * fourfold(error, input, before.symbols);
    }
    return sum;
  };
  const trace = inputs.reduce(
    (sum, input) => sum + product(input, input, { symbols: 0, noise: 0 }, weights, true)[0],
    0,
  );
  let total = correlationAt(0) / 2;
  const last = size + channel.taps.length / 2;
  for (let lag = 1; lag <= last; lag++) total -= correlationAt(lag);
  return { textbook: (step * trace) / 2, memory: (step * total) / equalizer.mse };
}

function inputsOf(channel: KnownChannel, size: number, delay: number): Mixture[] {
  const columns = channelColumns(channel, size, delay);
  return Array.from({ length: size }, (_, i) => ({
    symbols: new Map(
      [...columns]
        .map(([symbol, column]) => [symbol, [column[2 * i], column[2 * i + 1]]] as [number, [number, number]])
        // A sample holds L + 1 of the symbols.
        .filter(([, [re, im]]) => re !== 0 || im !== 0),
    ),
    noise: new Map([[delay - i, [1, 0] as [number, number]]]),
  }));
}

/** a − wᴴ·u */
function errorMixture(inputs: readonly Mixture[], forward: Float64Array): Mixture {
  const error: Mixture = { symbols: new Map([[0, [1, 0]]]), noise: new Map() };
  for (const part of ["symbols", "noise"] as const) {
    inputs.forEach((input, i) => {
      for (const [at, [re, im]] of input[part]) {
        const [a, b] = error[part].get(at) ?? [0, 0];
        const [c, d] = [forward[2 * i], -forward[2 * i + 1]];
        error[part].set(at, [a - (c * re - d * im), b - (c * im + d * re)]);
      }
    });
  }
  return error;
}

/** Σ weight·x·y* (or x·y) over the parts that both have in common, where y is earlier by a lag. */
function product(
  x: Mixture,
  y: Mixture,
  shift: Record<keyof Mixture, number>,
  weights: Record<keyof Mixture, number>,
  conjugate: boolean,
): [number, number] {
  let [re, im] = [0, 0];
  for (const part of ["symbols", "noise"] as const) {
    if (weights[part] === 0) continue;
    for (const [at, [c, d]] of y[part]) {
      const other = x[part].get(at + shift[part]);
      if (!other) continue;
      const [a, b] = other;
      const sign = conjugate ? -1 : 1;
      re += weights[part] * (a * c - sign * b * d);
      im += weights[part] * (b * c + sign * a * d);
    }
  }
  return [re, im];
}

/** Real part of Σ e·u*·u'·e'* over the common symbols, where u' and e' are earlier. */
function fourfold(error: Mixture, input: Mixture, shift: number): number {
  let sum = 0;
  for (const [at, early] of input.symbols) {
    const [before, late, now] = [error.symbols.get(at), error.symbols.get(at + shift), input.symbols.get(at + shift)];
    if (!before || !late || !now) continue;
    const [g, h] = before;
    // e·u* and u'·e'*
    const [a, b] = [late[0] * now[0] + late[1] * now[1], late[1] * now[0] - late[0] * now[1]];
    const [c, d] = [early[0] * g + early[1] * h, early[1] * g - early[0] * h];
    sum += a * c - b * d;
  }
  return sum;
}
