/** A candidate of a ring. */
export interface RingCandidate {
  /** The step of the recording at which it starts. */
  step: number;
  /** A bit per reading that it has, and per one with a checked format. */
  kept: number;
  checked: number;
  isLong: boolean;
  /** Of each reading. */
  remainders: readonly number[];
  addresses: readonly number[];
}

interface ClaimedPage {
  page: number;
  steps: number;
  wait: number;
  short: Uint8Array;
  long: Uint8Array;
  given: readonly number[];
  /** Candidates that the ring holds: only whole pages count. */
  ring: number;
}

const READINGS = [0, 1, 2, 3, 4, 5];

/** Returns the addresses that candidates may confirm. */
const clean = (candidates: readonly RingCandidate[]) =>
  candidates.flatMap(({ checked, remainders, addresses }) =>
    READINGS.filter((k) => (checked >> k) & 1 && remainders[k] === 0).map((k) => addresses[k]),
  );

/**
 * Returns the steps of the candidates that may be frames at this page and were not copied before, and the steps of the page at which an
 * unchecked reading starts.
 *
 * @param known Addresses and copied candidates of earlier pages, to which it adds the page's.
 */
export function claimed(
  before: readonly RingCandidate[],
  own: readonly RingCandidate[],
  known: { addresses: Set<number>; copied: Set<RingCandidate> },
  { page, steps, wait, short, long, given, ring }: ClaimedPage,
) {
  const first = page * steps;
  for (const address of [...given, ...clean(own)]) known.addresses.add(address);
  const mayBe = ({ kept, checked, isLong, remainders }: RingCandidate) =>
    READINGS.some((k) => {
      if (((kept >> k) & 1) === 0) return false;
      if ((checked >> k) & 1) return (isLong ? long : short)[remainders[k] & 0xffff] === 1;
      return known.addresses.has(remainders[k]);
    });
  const isWhole = (step: number) =>
    own.length + before.filter((one) => one.step >= steps * Math.floor(step / steps)).length <= ring;
  const late = before.filter(({ step }) => first - step <= wait && isWhole(step));
  const found = [...late, ...own].filter((one) => mayBe(one) && !known.copied.has(one));
  for (const one of found) known.copied.add(one);
  const entered = own.filter(({ kept, checked }) => kept & ~checked).map(({ step }) => step - first);
  return {
    steps: found.map(({ step }) => step).sort((a, b) => a - b),
    entered: [...new Set(entered)].sort((a, b) => a - b),
  };
}
