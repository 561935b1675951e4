import { KNOWN_BITS } from "../packet.ts";

/** Returns the number of data bits in which a decided packet differs from the transmitted one; both have 6336 bits (0 or 1). */
export function countErrors(decided: ArrayLike<number>, sent: ArrayLike<number>): number {
  let errors = 0;
  for (let k = KNOWN_BITS; k < sent.length; k++) if (decided[k] !== sent[k]) errors++;
  return errors;
}
