import type { RateMatching } from "./rate-matching.ts";

/** Table 5.1.4-1: the column numbers 0 to 31 with their five bits reversed. */
const P = (column: number) => [0, 1, 2, 3, 4].reduce((sum, i) => sum + (((column >> i) & 1) << (4 - i)), 0);

/**
 * TS 36.212, 5.1.4.1, step by step with the standard's letters. * @param coded The 3K + 12 coded bits, or values that belong to them, d0 d1 d2 in turn.
 * @returns e, `sent` of them.
 */
export function matchRate<T>(coded: ArrayLike<T>, { sent: E, redundancyVersion: rv, softBuffer }: RateMatching): T[] {
  // 5.1.4.1.1: sub-block interleavers.
  const D = coded.length / 3;
  const C = 32;
  const R = Math.ceil(D / C);
  const K = R * C;
  const ND = K - D;
  const y = (i: number, k: number) => (k < ND ? undefined : coded[3 * (k - ND) + i]);
  const v = [0, 1].map((i) =>
    Array.from({ length: C }, (_, column) => Array.from({ length: R }, (_, row) => y(i, C * row + P(column)))).flat(),
  );
  v.push(Array.from({ length: K }, (_, k) => y(2, (P(Math.floor(k / R)) + C * (k % R) + 1) % K)));
  // 5.1.4.1.2: bit collection, selection and transmission.
  const w = [...v[0]];
  for (let k = 0; k < K; k++) w[K + 2 * k] = v[1][k];
  for (let k = 0; k < K; k++) w[K + 2 * k + 1] = v[2][k];
  const Ncb = Math.min(softBuffer ?? 3 * K, 3 * K);
  const k0 = R * (2 * Math.ceil(Ncb / (8 * R)) * rv + 2);
  const e: T[] = [];
  for (let j = 0; e.length < E; j++) {
    const bit = w[(k0 + j) % Ncb];
    if (bit !== undefined) e.push(bit);
  }
  return e;
}
