// Which sizes a detector takes: apart from the detectors, so that a page can say so before any kernel has been fetched.
import type { DetectorSizes } from "./detector.ts";

export const DEFAULT_CANDIDATES = 16;
const MOST_CANDIDATES = 64;
/** K·Q at most. */
const MOST_CHILDREN = 4096;
/** log2 of the symbol vectors of a use, at most. */
const MOST_BITS = 16;

/** Why K-best does not take some sizes; `undefined` where it does. */
export function kBestRefusal({ bitsPerSymbol, candidates = DEFAULT_CANDIDATES }: DetectorSizes): string | undefined {
  if (!Number.isInteger(candidates) || candidates < 1 || candidates > MOST_CANDIDATES) {
    return `candidates must be an integer, 1 to ${MOST_CANDIDATES}, got ${candidates}`;
  }
  const children = candidates * 2 ** bitsPerSymbol;
  return children > MOST_CHILDREN
    ? `candidates times the points of the constellation must be at most ${MOST_CHILDREN}, got ${children}`
    : undefined;
}

/** Why the trellis does not take some sizes; `undefined` where it does. */
export function trellisRefusal({ antennas, bitsPerSymbol }: DetectorSizes): string | undefined {
  if (antennas > 4) return `antennas must be 1 to 4, got ${antennas}`;
  return bitsPerSymbol > 6 ? `bitsPerSymbol must be 2, 4 or 6, got ${bitsPerSymbol}` : undefined;
}

/** Why there are too many symbol vectors; `undefined` where there are not. */
export function maxLogRefusal({ antennas, bitsPerSymbol }: DetectorSizes): string | undefined {
  const bits = antennas * bitsPerSymbol;
  return bits > MOST_BITS ? `all symbol vectors must be at most 2^${MOST_BITS}, got 2^${bits}` : undefined;
}
