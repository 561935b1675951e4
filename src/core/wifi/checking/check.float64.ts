import { descrambled } from "../frame/data-field.ts";
import { fcsHolds } from "../frame/fcs.ts";

/** Returns the scrambler's state, the PSDU and whether its check sequence holds, from a frame's decoded bits. */
export function checked(bits: Uint8Array, octets: number) {
  const { state, psdu } = descrambled(bits, octets);
  return { scrambler: state, psdu, intact: fcsHolds(psdu) };
}
