import { checkedLength, MOST_OCTETS } from "./data-field.ts";
import { type Rate, RATES } from "./rates.ts";

/** The contents of a SIGNAL field. */
export interface SignalContent {
  rate: Rate;
  /** LENGTH: octets of the PSDU, 1 to 4095. */
  length: number;
}

export const SIGNAL_BITS = 24;

const LENGTH_PLACE = 5;
const LENGTH_BITS = 12;
const PARITY_PLACE = 17;

const parityOf = (bits: Uint8Array) => bits.reduce((sum, bit) => sum ^ bit, 0);

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

/**
 * Reads the bits of a decoded SIGNAL. The receiver ignores the reserved bit, as the standard asks.
 *
 * @param bits At least the first 18 bits.
 * @returns Rate and length, or in `refused` why the frame cannot be received.
 */
export function parseSignal(bits: Uint8Array): SignalContent | { refused: string } {
  const told = bits.subarray(0, PARITY_PLACE + 1);
  if (parityOf(told)) {
    return { refused: "SIGNAL has odd parity: expected an even number of ones in its first 18 bits" };
  }
  const field = told.subarray(0, 4).join("");
  const rate = RATES.find((each) => each.field === field);
  if (!rate) {
    const fields = RATES.map((each) => each.field).join(", ");
    return { refused: `SIGNAL names the reserved rate ${field}: expected one of ${fields}` };
  }
  const length = told.subarray(LENGTH_PLACE, PARITY_PLACE).reduceRight((sum, bit) => 2 * sum + bit, 0);
  if (length === 0) return { refused: `SIGNAL gives LENGTH 0: expected 1 to ${MOST_OCTETS} octets` };
  return { rate, length };
}
