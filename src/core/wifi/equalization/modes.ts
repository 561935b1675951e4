import { FFT_LENGTH, WINDOW_ADVANCE } from "../frame/symbol.ts";

/** The carriers that are used, −26 to 26 without 0. */
export const USED_CARRIERS: readonly number[] = Array.from({ length: 53 }, (_, i) => i - 26).filter(Boolean);

/** Modes with less than this part of the strongest mode's variance are left out. */
const LEAST_VARIANCE = 1e-7;
/** Most modes: what remains with any delay spread. */
export const MOST_MODES = 32;

/** The Karhunen–Loève modes of a random channel: H = Σ c·u with uncorrelated c. */
export interface ChannelModes {
  /** E|c|² of each mode for E|H|² = 1, the largest first, [modes]. */
  variances: Float64Array;
  /** Orthonormal, complex [modes][52], carriers from −26 to 26. */
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
 * Returns the modes of a channel with an exponential power-delay profile: eigenvectors of the correlation of its carriers.
 *
 * @param delaySpread RMS delay spread in samples, > 0.
 */
export function channelModes(delaySpread: number): ChannelModes {
  const profile = expectedProfile(delaySpread);
  const total = profile.reduce((sum, [, power]) => sum + power, 0);
  const correlation = USED_CARRIERS.map((k) =>
    USED_CARRIERS.map((l): [number, number] => {
      let [re, im] = [0, 0];
      for (const [delay, power] of profile) {
        const angle = (-2 * Math.PI * (k - l) * (delay + WINDOW_ADVANCE)) / FFT_LENGTH;
        re += (power / total) * Math.cos(angle);
        im += (power / total) * Math.sin(angle);
      }
      return [re, im];
    }),
  );
  const { values, vectors } = hermitianEigen(correlation);
  const order = values.map((_, m) => m).toSorted((a, b) => values[b] - values[a]);
  const kept = order.filter((m) => values[m] > LEAST_VARIANCE * values[order[0]]).slice(0, MOST_MODES);
  return { variances: Float64Array.from(kept, (m) => values[m]), vectors: kept.map((m) => vectors[m]) };
}

/**
 * Eigenvalues and eigenvectors of a Hermitian matrix by Jacobi's rotations.
 *
 * @returns Eigenvalues in no order, and their eigenvectors, complex.
 */
export function hermitianEigen(matrix: readonly (readonly [re: number, im: number])[][]) {
  const n = matrix.length;
  const re = matrix.map((row) => row.map(([value]) => value));
  const im = matrix.map((row) => row.map(([, value]) => value));
  const [vre, vim] = [re.map((row, i) => row.map((_, j) => Number(i === j))), im.map((row) => row.map(() => 0))];
  const norm = Math.hypot(...re.flat(), ...im.flat());
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const size = Math.hypot(re[p][q], im[p][q]);
        off = Math.max(off, size);
        if (size < 1e-15 * norm) continue;
        const tau = (re[q][q] - re[p][p]) / (2 * size);
        const t = (tau < 0 ? -1 : 1) / (Math.abs(tau) + Math.hypot(1, tau));
        const c = 1 / Math.hypot(1, t);
        // Columns p and q turn by the angle with tangent t; column q takes the phase of the element between them first.
        const [sr, si] = [(t * c * re[p][q]) / size, (t * c * im[p][q]) / size];
        for (const [a, b] of [
          [re, im],
          [vre, vim],
        ]) {
          for (let i = 0; i < n; i++) {
            const [pr, pi, qr, qi] = [a[i][p], b[i][p], a[i][q], b[i][q]];
            a[i][p] = c * pr - (sr * qr + si * qi);
            b[i][p] = c * pi - (sr * qi - si * qr);
            a[i][q] = c * qr + (sr * pr - si * pi);
            b[i][q] = c * qi + (sr * pi + si * pr);
          }
        }
        for (let j = 0; j < n; j++) {
          const [pr, pi, qr, qi] = [re[p][j], im[p][j], re[q][j], im[q][j]];
          re[p][j] = c * pr - (sr * qr - si * qi);
          im[p][j] = c * pi - (sr * qi + si * qr);
          re[q][j] = c * qr + (sr * pr + si * pi);
          im[q][j] = c * qi + (sr * pi - si * pr);
        }
      }
    }
    if (off < 1e-14 * norm) break;
  }
  const vectors = re.map((_, m) => Float64Array.from({ length: 2 * n }, (__, i) => (i % 2 ? vim : vre)[i >> 1][m]));
  return { values: re.map((row, m) => row[m]), vectors };
}
