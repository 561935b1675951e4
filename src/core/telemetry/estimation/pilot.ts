import { pseudoInverse } from "./least-squares.ts";
import { CHANNEL_POSTCURSORS, CHANNEL_PRECURSORS, CHANNEL_TAPS } from "./span.ts";
import { KNOWN_BITS, SAMPLES_PER_BIT } from "../packet.ts";
import { knownWaveform } from "../soqpsk/known-waveform.ts";

/** Samples of the packet that depend on known samples only: the rows of X are n = FIRST_ROW … FIRST_ROW + ROWS − 1. */
export const FIRST_ROW = CHANNEL_POSTCURSORS;
export const ROWS = KNOWN_BITS * SAMPLES_PER_BIT - CHANNEL_TAPS + 1;

/** The columns of X, X[n, c] = p(n − c), n = 25 … 371, c = −12 … 25 (2.11); complex pairs each. */
export const pilotColumns: readonly Float64Array[] = /* @__PURE__ */ Array.from({ length: CHANNEL_TAPS }, (_, tap) => {
  const first = FIRST_ROW + CHANNEL_PRECURSORS - tap;
  return knownWaveform.slice(2 * first, 2 * (first + ROWS));
});

let inverse: readonly Float64Array[] | undefined;

/** Returns the rows of X's pseudo-inverse, (X†X)^(−1)X†, complex pairs each. The first call computes it. */
export function pilotInverse(): readonly Float64Array[] {
  inverse ??= pseudoInverse(pilotColumns);
  return inverse;
}
