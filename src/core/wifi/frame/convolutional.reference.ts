import { coded } from "../../codes/convolutional/encoder.float64.ts";
import { puncturedOrder, type PuncturedRate, PUNCTURING } from "../../codes/convolutional/puncturing.ts";
import { deinterleave } from "../../codes/interleaving/llrs.reference.ts";

/** Returns the LLRs of A and B for each step of a field, 0 where a bit was not sent. */
export function depunctured(llrs: Float64Array, rate: PuncturedRate): Float64Array {
  const pattern: readonly number[] = PUNCTURING[rate];
  const steps = (llrs.length * pattern.length) / pattern.filter(Boolean).length / 2;
  return deinterleave(llrs, { length: 2 * steps, order: puncturedOrder(2 * steps, PUNCTURING[rate]) });
}

/**
 * Returns the bits whose code bits have the signs of the LLRs, step by step: each new bit is a term of both A and B.
 * This decodes codewords without errors only, many times faster than a search of the trellis.
 *
 * @param llr [steps][2], 0 for a bit that was not sent.
 * @throws Error when A and B of one step contradict each other.
 */
export function decodeFaultless(llr: Float64Array): number[] {
  const last = [0, 0, 0, 0, 0, 0];
  return Array.from({ length: llr.length / 2 }, (_, t) => {
    const told = coded([0, ...last]).flatMap((rest, output) => {
      const value = llr[2 * t + output];
      return value === 0 ? [] : [Number(value > 0) ^ rest];
    });
    if (told.some((bit) => bit !== told[0])) throw new Error(`the code bits of step ${t} contradict each other`);
    last.pop();
    last.unshift(told[0]);
    return told[0];
  });
}
