/** Units of a phase per turn: phases are whole numbers modulo this, so that sums have no error. */
const TURN = 2 ** 64;

/** Returns the phase of `cycles` turns in units of 2^−64 turns. */
export const phaseOf = (cycles: number): bigint => BigInt(Math.round(cycles * TURN));

/** Returns the last 64 bits, low word first, as `lib/phase.wgsl` takes them. */
export const phaseWords = (phase: bigint): [number, number] => [
  Number(BigInt.asUintN(32, phase)),
  Number(BigInt.asUintN(32, phase >> 32n)),
];

/** Returns a phase in turns, −0.5 to 0.5. */
export const phaseTurns = (phase: bigint): number => Number(BigInt.asIntN(64, phase)) / TURN;

/** The phase of an oscillator from page to page. */
export interface Oscillator {
  /** Returns the phase at the page's first sample. It is continuous when the step changes from page to page. */
  advance(page: { first: number; length: number }, step: bigint): bigint;
  reset(): void;
}

export function createOscillator(): Oscillator {
  let [next, phase] = [0, 0n];
  return {
    advance({ first, length }, step) {
      // A run that resumes in mid-signal has no page before.
      const start = first === next ? phase : step * BigInt(first);
      [next, phase] = [first + length, BigInt.asUintN(64, start + step * BigInt(length))];
      return start;
    },
    reset() {
      [next, phase] = [0, 0n];
    },
  };
}
