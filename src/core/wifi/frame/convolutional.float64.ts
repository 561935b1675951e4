import { encodeConvolutional } from "../../codes/convolutional/encoder.float64.ts";
import { puncturedOrder, type PuncturedRate, PUNCTURING } from "../../codes/convolutional/puncturing.ts";
import { interleave } from "../../codes/interleaving/bits.float64.ts";
import { deinterleave } from "../../codes/interleaving/llrs.float64.ts";

/** Returns the transmitted code bits of a field's bits, which hold the tail and may continue after it. */
export function encodeField(bits: Uint8Array, rate: PuncturedRate): Uint8Array {
  const length = 2 * bits.length;
  const order = puncturedOrder(length, PUNCTURING[rate]);
  return Uint8Array.from(interleave(encodeConvolutional(bits), { length, order }));
}

/** Returns the LLRs of A and B for each step of a field, 0 where a bit was not sent. */
export function depunctured(llrs: Float64Array, rate: PuncturedRate): Float64Array {
  const pattern: readonly number[] = PUNCTURING[rate];
  const steps = (llrs.length * pattern.length) / pattern.filter(Boolean).length / 2;
  return deinterleave(llrs, { length: 2 * steps, order: puncturedOrder(2 * steps, PUNCTURING[rate]) });
}
