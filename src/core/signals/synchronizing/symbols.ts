import type { Fit } from "./likelihood.ts";

/** The pulse of a symbol: a root-raised cosine with this roll-off, the half sine of MSK, or a rectangle of one symbol. */
export type PulseFilter = number | "half sine" | "rectangle";

/** Symbols of a burst at their instants. */
export interface Synchronized {
  /** Complex symbols, interleaved, on the points of their constellation: carrier, phase and level are removed. */
  symbols: Float64Array;
  /** Instant of symbols[0] in samples, fractional, and samples per symbol. Of bits on I and Q in turn: I's; Q's is half a symbol later. */
  first: number;
  samplesPerSymbol: number;
  symbolRateHz: number;
  /** Carrier, Hz from the frequency 0 of the samples. */
  carrierHz: number;
  /** The carrier's phase at `first`, rad. The constellation's symmetry makes it ambiguous. */
  phase: number;
  /** The matched filter that fits best. */
  filter: PulseFilter;
  /** Root mean square of the distances to the nearest points, relative to the constellation's. */
  evm: number;
  fit: Fit;
}

/** Root mean square of the distances to the nearest points. */
export function symbolErrorOf(symbols: Float64Array, points: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < symbols.length; k += 2) {
    let least = Infinity;
    const re = symbols[k];
    const im = symbols[k + 1];
    for (let m = 0; m < points.length; m += 2) {
      const x = re - points[m];
      const y = im - points[m + 1];
      const distance = x * x + y * y;
      if (distance < least) least = distance;
    }
    sum += least;
  }
  return Math.sqrt(sum / Math.max(1, symbols.length / 2));
}
