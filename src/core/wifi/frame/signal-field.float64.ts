import { MOST_OCTETS } from "./data-field.ts";
import { RATES } from "./rates.ts";
import { LENGTH_PLACE, PARITY_PLACE, parityOf, type SignalContent } from "./signal-field.ts";

/**
 * Reads the bits of a decoded SIGNAL. The receiver ignores the reserved bit, as the standard asks.
 *
 * @param bits At least the first 18 bits.
 * @returns Rate and length, or in `refused` why the frame cannot be received.
 */
export function parseSignal(bits: Uint8Array): SignalContent | { refused: string } {
  const fields = bits.subarray(0, PARITY_PLACE + 1);
  if (parityOf(fields)) {
    return { refused: "SIGNAL has odd parity: expected an even number of ones in its first 18 bits" };
  }
  const field = fields.subarray(0, 4).join("");
  const rate = RATES.find((each) => each.field === field);
  if (!rate) {
    const names = RATES.map((each) => each.field).join(", ");
    return { refused: `SIGNAL names the reserved rate ${field}: expected one of ${names}` };
  }
  const length = fields.subarray(LENGTH_PLACE, PARITY_PLACE).reduceRight((sum, bit) => 2 * sum + bit, 0);
  if (length === 0) return { refused: `SIGNAL gives LENGTH 0: expected 1 to ${MOST_OCTETS} octets` };
  return { rate, length };
}
