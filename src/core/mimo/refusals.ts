// Sizes that each detector supports. They are separate from the detectors, so that a page knows them before it loads any kernel.
import { type DetectorSizes, type Sorting, SORTINGS } from "./detector.ts";

export const DEFAULT_CANDIDATES = 16;
const MOST_CANDIDATES = 64;
/** Largest K·Q. */
const MOST_CHILDREN = 4096;
/** Largest log2 of the number of symbol vectors per use. */
const MOST_BITS = 16;

/** Why K-best does not support the sizes; `undefined` where it does. */
export function kBestRefusal(sizes: DetectorSizes): string | undefined {
  const { bitsPerSymbol, candidates = DEFAULT_CANDIDATES, sorting = "none" } = sizes;
  if (!Number.isInteger(candidates) || candidates < 1 || candidates > MOST_CANDIDATES) {
    return `candidates must be an integer, 1 to ${MOST_CANDIDATES}, got ${candidates}`;
  }
  const children = candidates * 2 ** bitsPerSymbol;
  return children > MOST_CHILDREN
    ? `candidates times constellation points must be at most ${MOST_CHILDREN}, got ${children}`
    : sortingRefusal(sorting);
}

/** Why the trellis does not support the sizes; `undefined` where it does. */
export function trellisRefusal({ antennas, bitsPerSymbol }: DetectorSizes): string | undefined {
  if (antennas > 4) return `antennas must be 1 to 4, got ${antennas}`;
  return bitsPerSymbol > 6 ? `bitsPerSymbol must be 2, 4 or 6, got ${bitsPerSymbol}` : undefined;
}

/** Why MTT does not support the sizes, its orders and sorting included; `undefined` where it does. */
export function mttRefusal({ orders = 1, sorting = "none", ...sizes }: DetectorSizes): string | undefined {
  const refusal = trellisRefusal(sizes);
  if (refusal) return refusal;
  if (!Number.isInteger(orders) || orders < 1 || orders > sizes.antennas) {
    return `orders must be an integer, 1 to ${sizes.antennas} (antennas), got ${orders}`;
  }
  return sortingRefusal(sorting);
}

function sortingRefusal(sorting: Sorting): string | undefined {
  return SORTINGS.includes(sorting)
    ? undefined
    : `sorting must be ${SORTINGS.map((name) => `"${name}"`).join(" or ")}, got ${JSON.stringify(sorting)}`;
}

/** An error message for too many symbol vectors; `undefined` where they are few enough. */
export function maxLogRefusal({ antennas, bitsPerSymbol }: DetectorSizes): string | undefined {
  const bits = antennas * bitsPerSymbol;
  return bits > MOST_BITS ? `the number of symbol vectors must be at most 2^${MOST_BITS}, got 2^${bits}` : undefined;
}
