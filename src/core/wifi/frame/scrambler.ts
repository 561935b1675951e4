/** Period of the scrambler's sequence. */
export const SCRAMBLER_PERIOD = 127;

/** Bits at the start of SERVICE that are sent as 0, so that they show the scrambler's state. */
const STATE_BITS = 7;

/**
 * The scrambler's sequence: each bit is x⁷ + x⁴ of the shift register, and enters the register as x¹.
 * Source: IEEE Std 802.11-2012, 18.3.5.5.
 *
 * @param state The register before the first bit, x⁷ as its most significant bit: 1 to 127; 0 gives zeros only.
 */
export function scramblerSequence(state: number, length: number): Uint8Array {
  let register = state;
  return Uint8Array.from({ length }, () => {
    const bit = (register >> 6) ^ ((register >> 3) & 1);
    register = ((register << 1) | bit) & 0x7f;
    return bit;
  });
}

/**
 * Recovers the scrambler's initial state from the first seven scrambled bits of SERVICE: their plain bits are 0.
 *
 * @returns 1 to 127; 0 when all seven bits are 0, which no scrambler sends.
 */
export function scramblerState(scrambled: ArrayLike<number>): number {
  let register = 0;
  for (let k = 0; k < STATE_BITS; k++) register = (register << 1) | scrambled[k];
  for (let k = 0; k < STATE_BITS; k++) {
    const oldest = (register & 1) ^ ((register >> 4) & 1);
    register = (register >> 1) | (oldest << 6);
  }
  return register;
}
