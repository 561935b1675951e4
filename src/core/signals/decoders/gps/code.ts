/** Chips of a C/A code, and chips per second. Source of the codes: IS-GPS-200, 3.2.1.3 and table 3-Ia. */
export const CODE_CHIPS = 1023;
export const CHIP_RATE = 1.023e6;

/** Delay of the second register's sequence in chips, for PRN 1 to 32. */
const DELAYS = [
  5, 6, 7, 8, 17, 18, 139, 140, 141, 251, 252, 254, 255, 256, 257, 258, 469, 470, 471, 472, 473, 474, 509, 512, 513,
  514, 515, 516, 859, 860, 861, 862,
];
/** Satellites have the numbers 1 to this one. */
export const SATELLITES = DELAYS.length;

/** A maximum-length sequence of ten stages that begin with 1; `taps` are the stages, from 1 on, that sum to the next input. */
function sequenceOf(taps: readonly number[]): Uint8Array {
  const stages = Array.from({ length: 10 }, () => 1);
  return Uint8Array.from({ length: CODE_CHIPS }, () => {
    const next = taps.reduce((sum, tap) => sum ^ stages[tap - 1], 0);
    stages.unshift(next);
    return stages.pop() as number;
  });
}

const FIRST = sequenceOf([3, 10]);
const SECOND = sequenceOf([2, 3, 6, 8, 9, 10]);

/** Returns the C/A code of a satellite, bits [1023]. @param prn 1 to 32. */
export function coarseCode(prn: number): Uint8Array {
  const delay = DELAYS[prn - 1];
  return FIRST.map((bit, n) => bit ^ SECOND[(n - delay + CODE_CHIPS) % CODE_CHIPS]);
}
