import { EMPTY } from "./places.ts";

/** Returns the priors of the rows of a packet: what a decoder learned of each coded bit beyond its input, limited to ±`most`; 0 in rows without one. */
export const learnedPriors = (
  input: ArrayLike<number>,
  posterior: ArrayLike<number>,
  bitAt: Uint32Array,
  most: number,
): Float64Array =>
  Float64Array.from(bitAt, (bit) => (bit === EMPTY ? 0 : Math.max(-most, Math.min(most, posterior[bit] - input[bit]))));
