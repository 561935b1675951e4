/** The possible values of one of a receiver's counts. */
export interface CountBound {
  /** Index of the count in the measurement's fields. */
  at: number;
  /** Smallest and largest value; equal for a count that is known. */
  least: number;
  most: number;
  /** True: an odd number, false: an even one. */
  odd?: boolean;
}

/** Consecutive units. */
export interface Units {
  first: number;
  count: number;
}

/** The frames of a receiver in some units. */
interface Frames {
  /** Index of the five counts, in the order of `CLUSTER_FIELDS`. Default 0. */
  at?: number;
  /** Number of frames: one number, or the smallest and the largest one. */
  frames: number | readonly [least: number, most: number];
  /** Bits of a frame. */
  bits: number;
}

/**
 * Returns the bounds of counts of frames. With n frames, m of them in error, e errors and the sum of squares q:
 * 0 ≤ m ≤ n, m ≤ e ≤ m · bits, and e²/m ≤ q ≤ bits · e by the Cauchy–Schwarz inequality. q is odd where e is, because
 * squares of odd numbers are odd. Each bound holds if those before it hold.
 *
 * @param sums A receiver's counts.
 */
export function frameBounds(sums: readonly number[], { at = 0, frames, bits }: Frames): CountBound[] {
  const [counted, errored, , errors] = sums.slice(at);
  const [least, most] = typeof frames === "number" ? [frames, frames] : frames;
  return [
    { at, least, most },
    { at: at + 1, least: 0, most: counted },
    exactly(at + 2, counted * bits),
    { at: at + 3, least: errored, most: errored * bits },
    squareBound(at + 4, { errored, errors, bits }),
  ];
}

/** Returns the bound of the sum of squares of errors in frames, or in any other parts with `bits` bits each. */
export function squareBound(
  at: number,
  { errored, errors, bits }: { errored: number; errors: number; bits: number },
): CountBound {
  // The quotient may be rounded up.
  const least = errored > 0 ? Math.ceil((errors / errored) * errors * (1 - 1e-12)) : 0;
  return { at, least, most: bits * errors, odd: errors % 2 === 1 };
}

export const exactly = (at: number, value: number): CountBound => ({ at, least: value, most: value });

/** Returns the first bound that counts break, in words: "errors must be from 13 to 520, got 641". */
export function brokenBound(
  fields: readonly string[],
  sums: readonly number[],
  bounds: readonly CountBound[],
): string | undefined {
  const broken = bounds.find(({ at, least, most, odd }) => {
    const fits = sums[at] >= least && sums[at] <= most;
    return !fits || (odd !== undefined && (sums[at] % 2 === 1) !== odd);
  });
  if (!broken) return undefined;
  const { at, least, most, odd } = broken;
  const kind = odd === undefined ? "" : odd ? "an odd number " : "an even number ";
  const range = least === most ? String(least) : `${kind}from ${least} to ${most}`;
  return `${fields[at]} must be ${range}, got ${sums[at]}`;
}
