/**
 * Trellis of both constituent encoders of TS 36.212, 5.1.3.2, from their polynomials, whose highest bit belongs to D⁰:
 * feedback g₀(D) = 1 + D² + D³, parity g₁(D) = 1 + D + D³.
 */
const FEEDBACK = 0o13;
const FORWARD = 0o15;

/** States: 4·r₁ + 2·r₂ + r₃ with rᵢ the content of Dⁱ. Encoding starts and ends in state 0. */
export const TURBO_STATES = 8;

/** Steps that drive an encoder back to state 0. */
export const TAIL_STEPS = 3;

const parityOf = (word: number) => (word ^ (word >> 1) ^ (word >> 2) ^ (word >> 3)) & 1;

/** The register with the feedback sum in front: a = u ⊕ r₂ ⊕ r₃ at bit 3. */
const shifted = (state: number, bit: number) => ((bit ^ parityOf(FEEDBACK & state)) << 3) | state;

const trellis = <T>(value: (state: number, bit: number) => T): readonly (readonly [T, T])[] =>
  Array.from({ length: TURBO_STATES }, (_, state) => [value(state, 0), value(state, 1)]);

/** [state][input bit] → the next state. */
export const NEXT_STATE = trellis((state, bit) => shifted(state, bit) >> 1);

/** [state][input bit] → the parity bit. */
export const PARITY = trellis((state, bit) => parityOf(FORWARD & shifted(state, bit)));
