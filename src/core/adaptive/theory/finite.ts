import { choleskyFactor, type CholeskyFactor, solveFactored, solveLower } from "./hermitian.ts";

/** What the equalizers know: the taps of the channel and the noise. */
export interface KnownChannel {
  /** h₀ … h_L at `samplesPerSymbol` per symbol, complex, interleaved. */
  taps: Float64Array;
  samplesPerSymbol: 1 | 2;
  /** Variance of the noise of a sample; the symbols have a mean energy of 1. */
  noiseVariance: number;
}

/** The taps of a linear or a decision-feedback equalizer, and its mean squared error. */
export interface SolvedEqualizer {
  /** w: complex [N]. The equalizer's output is wᴴ·u + bᴴ·(past decisions). */
  forward: Float64Array;
  /** b: complex [Nb]. */
  feedback: Float64Array;
  /** δ: newest sample that the decision of a symbol uses, in samples after the symbol's first. */
  delay: number;
  /** J = E|a − z|², between 0 and 1, if past decisions are right. */
  mse: number;
}

export interface EqualizerSize {
  /** N: taps on samples. */
  forwardTaps: number;
  /** Nb: taps on past decisions. 0: a linear equalizer. */
  feedbackTaps?: number;
  /** "mmse" minimizes the mean squared error. "zf" does the same without noise. */
  criterion?: "mmse" | "zf";
}

/** Delays that an equalizer with `forwardTaps` taps may have on this channel: 0 to this − 1. */
export const delaysOf = ({ taps }: Pick<KnownChannel, "taps">, forwardTaps: number): number =>
  forwardTaps + taps.length / 2 - 1;

/**
 * Returns the columns of the channel's matrix H: u_k = Σ_d column(d)·a_(k+d) + noise, where u_k holds the samples
 * y_(s·k+δ) … y_(s·k+δ−N+1). Symbol k is column 0, past symbols are negative.
 */
export function channelColumns({ taps, samplesPerSymbol }: KnownChannel, size: number, delay: number) {
  const length = taps.length / 2;
  const first = -Math.floor((size - 1 - delay + length - 1) / samplesPerSymbol);
  const last = Math.floor(delay / samplesPerSymbol);
  const columns = new Map<number, Float64Array>();
  for (let d = first; d <= last; d++) {
    columns.set(d, columnAt(taps, size, delay - samplesPerSymbol * d));
  }
  return columns;
}

/** Returns the taps in falling order, with tap 0 at row `start`: complex [size]. */
function columnAt(taps: Float64Array, size: number, start: number): Float64Array {
  const column = new Float64Array(2 * size);
  for (let i = Math.max(0, start - taps.length / 2 + 1); i < size && i <= start; i++) {
    column[2 * i] = taps[2 * (start - i)];
    column[2 * i + 1] = taps[2 * (start - i) + 1];
  }
  return column;
}

/** Returns Σ column·columnᴴ over the columns that `keep` selects, plus the noise on the diagonal: complex [size][size]. */
export function correlation(
  columns: ReadonlyMap<number, Float64Array>,
  size: number,
  noise: number,
  keep: (symbol: number) => boolean,
): Float64Array {
  const sum = new Float64Array(2 * size * size);
  for (const [symbol, column] of columns) {
    if (!keep(symbol)) continue;
    let first = 0;
    while (first < size && column[2 * first] === 0 && column[2 * first + 1] === 0) first++;
    for (let i = first; i < size; i++) {
      const a = column[2 * i];
      const b = column[2 * i + 1];
      if (a === 0 && b === 0) continue;
      for (let j = first; j <= i; j++) {
        const c = column[2 * j];
        const d = column[2 * j + 1];
        sum[2 * (i * size + j)] += a * c + b * d;
        sum[2 * (i * size + j) + 1] += b * c - a * d;
      }
    }
  }
  for (let i = 0; i < size; i++) sum[2 * (i * size + i)] += noise;
  return sum;
}

/** Ridge of the zero-forcing equalizer where the matrix is singular, relative to the largest tap's power. */
const RIDGE = 1e-12;

/**
 * Returns the equalizer of a known channel for a delay: w = (H·Hᴴ + σ²·I)⁻¹·H_δ, where H of a decision-feedback equalizer
 * lacks the columns of the fed-back symbols, and b_j = −H_(δ+j)ᴴ·w. Source: Proakis & Salehi, Digital Communications, 5th
 * edition, sections 9.4 and 9.5.
 */
export function solveEqualizer(channel: KnownChannel, size: EqualizerSize & { delay: number }): SolvedEqualizer {
  const { forwardTaps, feedbackTaps = 0, criterion = "mmse", delay } = size;
  const columns = channelColumns(channel, forwardTaps, delay);
  const isKept = (symbol: number) => symbol >= 0 || symbol < -feedbackTaps;
  const peak = channel.taps.reduce((most, tap) => Math.max(most, tap * tap), 0);
  const noise = criterion === "mmse" ? channel.noiseVariance : RIDGE * peak;
  const wanted = columns.get(0) ?? new Float64Array(2 * forwardTaps);
  const factor = choleskyFactor(correlation(columns, forwardTaps, noise, isKept), forwardTaps);
  if (!factor) throw new RangeError("adaptive/finite: the channel's taps must be finite numbers, not all 0");
  const forward = solveFactored(factor, wanted);
  const feedback = new Float64Array(2 * feedbackTaps);
  for (let j = 1; j <= feedbackTaps; j++) {
    const column = columns.get(-j);
    if (!column) continue;
    const [re, im] = hermitianProduct(column, forward);
    feedback[2 * j - 2] = -re;
    feedback[2 * j - 1] = -im;
  }
  return { forward, feedback, delay, mse: errorOf(columns, forward, channel.noiseVariance, isKept) };
}

/** E|a − wᴴu|² over the symbols that are not fed back. */
function errorOf(
  columns: ReadonlyMap<number, Float64Array>,
  forward: Float64Array,
  noiseVariance: number,
  isKept: (symbol: number) => boolean,
): number {
  let error = noiseVariance * forward.reduce((sum, w) => sum + w * w, 0);
  for (const [symbol, column] of columns) {
    if (!isKept(symbol)) continue;
    const [re, im] = hermitianProduct(forward, column);
    error += (Number(symbol === 0) - re) ** 2 + im * im;
  }
  return error;
}

/** aᴴ·b */
export function hermitianProduct(a: Float64Array, b: Float64Array): [number, number] {
  let [re, im] = [0, 0];
  for (let i = 0; i < a.length; i += 2) {
    re += a[i] * b[i] + a[i + 1] * b[i + 1];
    im += a[i] * b[i + 1] - a[i + 1] * b[i];
  }
  return [re, im];
}

/** Returns the equalizer with the delay of least mean squared error; of equals, the smallest delay. */
export function solveBestDelay(channel: KnownChannel, size: EqualizerSize): SolvedEqualizer {
  const delays = delaysOf(channel, size.forwardTaps);
  const errorAt = size.feedbackTaps ? feedbackErrors(channel, size, size.feedbackTaps) : linearErrors(channel, size);
  let best = 0;
  let least = Infinity;
  for (let delay = 0; delay < delays; delay++) {
    const mse = errorAt(delay);
    if (mse < least - 1e-12) [least, best] = [mse, delay];
  }
  return solveEqualizer(channel, { ...size, delay: best });
}

/** J = 1 − H_δᴴ·(H·Hᴴ + σ²·I)⁻¹·H_δ, without the taps. */
const leastError = (factor: CholeskyFactor | undefined, wanted: Float64Array) =>
  factor ? 1 - solveLower(factor, wanted).reduce((sum, x) => sum + x * x, 0) : 1;

/** J of a linear equalizer by its delay. The matrix depends only on the sample's place in its symbol: one factor serves all delays. */
function linearErrors(channel: KnownChannel, { forwardTaps }: EqualizerSize): (delay: number) => number {
  const { taps, samplesPerSymbol, noiseVariance } = channel;
  const factors = Array.from({ length: samplesPerSymbol }, (_, place) =>
    choleskyFactor(
      correlation(channelColumns(channel, forwardTaps, place), forwardTaps, noiseVariance, () => true),
      forwardTaps,
    ),
  );
  return (delay) => leastError(factors[delay % samplesPerSymbol], columnAt(taps, forwardTaps, delay));
}

/** J of a decision-feedback equalizer by its delay. The fed-back symbols' columns change with the delay; the matrices are bands. */
const feedbackErrors =
  (channel: KnownChannel, { forwardTaps }: EqualizerSize, feedbackTaps: number) =>
  (delay: number): number => {
    const columns = channelColumns(channel, forwardTaps, delay);
    const isKept = (symbol: number) => symbol >= 0 || symbol < -feedbackTaps;
    const kept = correlation(columns, forwardTaps, channel.noiseVariance, isKept);
    return leastError(choleskyFactor(kept, forwardTaps), columnAt(channel.taps, forwardTaps, delay));
  };

/** SNR of unbiased decisions in dB from the mean squared error: 1/J − 1. */
export const snrOfError = (mse: number): number => 10 * Math.log10(1 / mse - 1);
