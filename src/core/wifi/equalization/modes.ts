import { FFT_LENGTH, WINDOW_ADVANCE } from "../frame/symbol.ts";

/** The carriers that are used, −26 to 26 without 0. */
export const USED_CARRIERS: readonly number[] = Array.from({ length: 53 }, (_, i) => i - 26).filter(Boolean);

/** Pairs of carriers k and −k. */
export const PAIRS = 26;

/** Modes with less than this part of the strongest mode's variance are left out. */
const LEAST_VARIANCE = 1e-7;
/** Most modes: what remains with any delay spread. */
export const MOST_MODES = 32;

/** The Karhunen–Loève modes of a random channel: H = Σ c·u with uncorrelated c. */
export interface ChannelModes {
  /** E|c|² of each mode for E|H|² = 1, the largest first, [modes]. */
  variances: Float64Array;
  /** Orthonormal, complex [modes][52], carriers from −26 to 26. The value at −k is the conjugate of the value at k. */
  vectors: readonly Float64Array[];
}

/** Delays in samples, and their mean powers. */
type Profile = readonly (readonly [delay: number, power: number])[];

/**
 * The power-delay profile that an estimator expects, relative to where the synchronization sees the frame's start: constant for
 * two samples before it, then exponential, and at least 1/1000 of the largest power from 4 samples before to 16 after. A second
 * exponential has a 20th of the power at first and twice the delay spread, for channels that are longer than expected.
 *
 * @param delaySpread RMS delay spread in samples.
 */
function expectedProfile(delaySpread: number): Profile {
  const delays = Array.from({ length: 4 * (4 + 28) + 1 }, (_, i) => i / 4 - 4);
  return delays.map((delay) => {
    const decay = Math.exp(-Math.max(delay, 0) / (2 * delaySpread));
    const power = delay < -2 ? 0 : decay ** 2 + 0.05 * decay;
    return [delay, delay > 16 ? power : Math.max(power, 1e-3)];
  });
}

/**
 * Returns the correlation of the carriers of a channel with an exponential power-delay profile: E H[k]·H*[l] for E|H|² = 1.
 *
 * @param delaySpread RMS delay spread in samples, > 0.
 */
export function carrierCorrelation(delaySpread: number): (k: number, l: number) => { re: number; im: number } {
  const profile = expectedProfile(delaySpread);
  const total = profile.reduce((sum, [, power]) => sum + power, 0);
  const apart = Array.from({ length: 2 * PAIRS + 1 }, (_, n) => {
    let [re, im] = [0, 0];
    for (const [delay, power] of profile) {
      const angle = (-2 * Math.PI * n * (delay + WINDOW_ADVANCE)) / FFT_LENGTH;
      re += (power / total) * Math.cos(angle);
      im += (power / total) * Math.sin(angle);
    }
    return { re, im };
  });
  return (k, l) => {
    const { re, im } = apart[Math.abs(k - l)];
    return { re, im: k < l ? -im : im };
  };
}

/** Chains of all rates and pages use the same modes, and Jacobi's rotations take longer than the rest of a chain. */
const known = new Map<number, ChannelModes>();

/**
 * Returns the modes of a channel with an exponential power-delay profile: eigenvectors of the correlation of its carriers. The
 * same delay spread gives the same object.
 *
 * @param delaySpread RMS delay spread in samples, > 0.
 */
export function channelModes(delaySpread: number): ChannelModes {
  const modes = known.get(delaySpread) ?? computedModes(delaySpread);
  known.set(delaySpread, modes);
  return modes;
}

function computedModes(delaySpread: number): ChannelModes {
  const between = carrierCorrelation(delaySpread);
  // Between −k and −l the correlation is the conjugate of that between k and l. So u[±k] = (a ± jb)/√2 with real a and b, which
  // are an eigenvector of a real symmetric matrix: a of k = 1 … 26, then b.
  const matrix = Array.from({ length: 2 * PAIRS }, (_, i) =>
    Array.from({ length: 2 * PAIRS }, (__, j) => {
      const [k, l] = [1 + (i % PAIRS), 1 + (j % PAIRS)];
      const [near, far] = [between(k, l), between(k, -l)];
      if (i < PAIRS === j < PAIRS) return i < PAIRS ? near.re + far.re : near.re - far.re;
      return i < PAIRS ? far.im - near.im : far.im + near.im;
    }),
  );
  const { values, vectors } = symmetricEigen(matrix);
  const order = values.map((_, m) => m).toSorted((a, b) => values[b] - values[a]);
  const kept = order.filter((m) => values[m] > LEAST_VARIANCE * values[order[0]]).slice(0, MOST_MODES);
  return {
    variances: Float64Array.from(kept, (m) => values[m]),
    vectors: kept.map((m) => {
      const [a, b] = [vectors[m].subarray(0, PAIRS), vectors[m].subarray(PAIRS)];
      const parts = USED_CARRIERS.flatMap((k) => [a[Math.abs(k) - 1], Math.sign(k) * b[Math.abs(k) - 1]]);
      return Float64Array.from(parts, (part) => part * Math.SQRT1_2);
    }),
  };
}

/** Rotates two numbers. The engine compiles a small function soon; the loops around it would run slowly for some 50 ms. */
function rotate(first: Float64Array, i: number, second: Float64Array, j: number, c: number, s: number): void {
  const x = first[i];
  const y = second[j];
  first[i] = c * x - s * y;
  second[j] = s * x + c * y;
}

/**
 * Eigenvalues and eigenvectors of a real symmetric matrix by Jacobi's rotations.
 *
 * @returns Eigenvalues in no order, and their eigenvectors.
 */
export function symmetricEigen(matrix: readonly (readonly number[])[]) {
  const n = matrix.length;
  const a = matrix.map((row) => Float64Array.from(row));
  const v = a.map((row, i) => row.map((_, j) => Number(i === j)));
  const rows = [...a, ...v];
  const norm = Math.hypot(...matrix.flat());
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        off = Math.max(off, Math.abs(a[p][q]));
        if (Math.abs(a[p][q]) < 1e-15 * norm) continue;
        const tau = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const t = (tau < 0 ? -1 : 1) / (Math.abs(tau) + Math.hypot(1, tau));
        const c = 1 / Math.hypot(1, t);
        const s = t * c;
        for (const row of rows) rotate(row, p, row, q, c, s);
        for (let j = 0; j < n; j++) rotate(a[p], j, a[q], j, c, s);
      }
    }
    if (off < 1e-14 * norm) break;
  }
  return { values: a.map((row, m) => row[m]), vectors: v.map((_, m) => Float64Array.from(v, (row) => row[m])) };
}
