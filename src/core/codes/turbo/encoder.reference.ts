import { interleaver } from "./qpp.ts";
import { NEXT_STATE, PARITY, TAIL_STEPS } from "./trellis.ts";
import { TAIL_BIT } from "./trellis.reference.ts";

/** Parity bits z of a constituent encoder, and its tail x z x z x z. */
function constituent(bits: ArrayLike<number>): { parity: number[]; tail: number[] } {
  let state = 0;
  const step = (bit: number) => {
    const parity = PARITY[state][bit];
    state = NEXT_STATE[state][bit];
    return parity;
  };
  const parity = Array.from(bits, step);
  const tail = Array.from({ length: TAIL_STEPS }, () => {
    const bit = TAIL_BIT[state];
    return [bit, step(bit)];
  });
  return { parity, tail: tail.flat() };
}

/** The 3K + 12 coded bits of K information bits, all 0 or 1, in the order of the kernel. */
export function encodeTurbo(bits: ArrayLike<number>): number[] {
  const first = constituent(bits);
  const second = constituent(Array.from(interleaver(bits.length), (from) => bits[from]));
  const body = Array.from(bits, (bit, k) => [bit, first.parity[k], second.parity[k]]);
  return [...body.flat(), ...first.tail, ...second.tail];
}
