import { checkedLength } from "./data-field.ts";
import type { Rate } from "./rates.ts";

/** The contents of a SIGNAL field. */
export interface SignalContent {
  rate: Rate;
  /** LENGTH: octets of the PSDU, 1 to 4095. */
  length: number;
}

export const SIGNAL_BITS = 24;

export const LENGTH_PLACE = 5;
const LENGTH_BITS = 12;
export const PARITY_PLACE = 17;

export const parityOf = (bits: Uint8Array) => bits.reduce((sum, bit) => sum ^ bit, 0);

/**
 * Returns the bits of SIGNAL, [24]: RATE, a reserved 0, LENGTH with its least significant bit first, even parity, and a tail of 0.
 * Source: IEEE Std 802.11-2012, 18.3.4.
 *
 * @throws RangeError when `length` is not an integer from 1 to 4095.
 */
export function signalBits({ rate, length }: SignalContent): Uint8Array {
  checkedLength("wifi/signal-field: LENGTH", length);
  const bits = new Uint8Array(SIGNAL_BITS);
  bits.set([...rate.field].map(Number));
  for (let k = 0; k < LENGTH_BITS; k++) bits[LENGTH_PLACE + k] = (length >> k) & 1;
  bits[PARITY_PLACE] = parityOf(bits);
  return bits;
}
