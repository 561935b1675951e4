import { CHANNEL_PRECURSORS, CHANNEL_TAPS, EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";

/** Autocorrelation r(k) = Σn ĥ(n)ĥ*(n−k), 0 ≤ k < 38. */
function autocorrelation(impulse: Float64Array): Float64Array {
  const r = new Float64Array(2 * CHANNEL_TAPS);
  for (let k = 0; k < CHANNEL_TAPS; k++) {
    for (let n = k; n < CHANNEL_TAPS; n++) {
      const [a, b, c, d] = [impulse[2 * n], impulse[2 * n + 1], impulse[2 * (n - k)], impulse[2 * (n - k) + 1]];
      r[2 * k] += a * c + b * d;
      r[2 * k + 1] += b * c - a * d;
    }
  }
  return r;
}

/** Right-hand side ĝ(n) = ĥ*(−n), −60 ≤ n ≤ 125. */
function matchedImpulse(impulse: Float64Array): Float64Array {
  const g = new Float64Array(2 * EQUALIZER_TAPS);
  for (let n = 0; n < CHANNEL_TAPS; n++) {
    const t = PRECURSORS + CHANNEL_PRECURSORS - n;
    g[2 * t] = impulse[2 * n];
    g[2 * t + 1] = -impulse[2 * n + 1];
  }
  return g;
}

/**
 * Solves (R + ridge·I) c = ĝ in float64 by Gaussian elimination within the band: the matrix is positive definite, so no
 * pivoting. Thesis eqs 2.17 (ridge 0) and 2.22 (ridge 2σ̂²).
 *
 * @param impulse ĥ, 38 complex numbers from n = −12 on.
 * @returns c, 186 complex numbers from k = −60 on.
 */
export function leastSquaresTaps(impulse: Float64Array, ridge: number): Float64Array {
  const N = EQUALIZER_TAPS;
  const r = autocorrelation(impulse);
  r[0] += ridge;
  // Rows of the upper half, diagonal first: row j holds R[j, j + k] = r(−k) = r*(k).
  const rows = Array.from({ length: N }, () => r.map((value, i) => (i % 2 ? -value : value)));
  const c = matchedImpulse(impulse);
  for (let j = 0; j < N; j++) {
    for (let i = 1; i < CHANNEL_TAPS && j + i < N; i++) {
      // Row j + i loses row j times R[j + i, j] / R[j, j], where R[j + i, j] = R*[j, j + i].
      const re = rows[j][2 * i] / rows[j][0];
      const im = -rows[j][2 * i + 1] / rows[j][0];
      for (let k = i; k < CHANNEL_TAPS; k++) {
        rows[j + i][2 * (k - i)] -= re * rows[j][2 * k] - im * rows[j][2 * k + 1];
        rows[j + i][2 * (k - i) + 1] -= re * rows[j][2 * k + 1] + im * rows[j][2 * k];
      }
      c[2 * (j + i)] -= re * c[2 * j] - im * c[2 * j + 1];
      c[2 * (j + i) + 1] -= re * c[2 * j + 1] + im * c[2 * j];
    }
  }
  for (let j = N - 1; j >= 0; j--) {
    for (let i = 1; i < CHANNEL_TAPS && j + i < N; i++) {
      const [re, im] = rows[j].subarray(2 * i, 2 * i + 2);
      c[2 * j] -= re * c[2 * (j + i)] - im * c[2 * (j + i) + 1];
      c[2 * j + 1] -= re * c[2 * (j + i) + 1] + im * c[2 * (j + i)];
    }
    c[2 * j] /= rows[j][0];
    c[2 * j + 1] /= rows[j][0];
  }
  return c;
}

/** |(R + ridge·I) c − ĝ| / |ĝ|. */
export function relativeResidual(impulse: Float64Array, ridge: number, c: ArrayLike<number>): number {
  const r = autocorrelation(impulse);
  r[0] += ridge;
  const g = matchedImpulse(impulse);
  const difference = g.map((value) => -value);
  for (let j = 0; j < EQUALIZER_TAPS; j++) {
    for (let k = Math.max(0, j - CHANNEL_TAPS + 1); k < Math.min(EQUALIZER_TAPS, j + CHANNEL_TAPS); k++) {
      const at = 2 * Math.abs(j - k);
      const [re, im] = [r[at], j < k ? -r[at + 1] : r[at + 1]];
      difference[2 * j] += re * c[2 * k] - im * c[2 * k + 1];
      difference[2 * j + 1] += re * c[2 * k + 1] + im * c[2 * k];
    }
  }
  return Math.hypot(...difference) / Math.hypot(...g);
}
