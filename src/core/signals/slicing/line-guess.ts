import { bitRuns, type CodedPart, decodeLine, type LineCode, lengthGroups, twoLengths } from "./line-codes.ts";

/** A line code that may be the one of a burst. */
export interface GuessedLine {
  line: LineCode;
  /** Probability that it is the right one, against the other codes. */
  confidence: number;
  /** How surprising it would be for random bits to keep the rules of the code: in bits, per burst. */
  evidence: number;
  parts: CodedPart[];
}

/** Bits of evidence that count as one factor of e between two codes. The rules are not independent. */
const SCALE = 2;
/** Share of runs that may break the rules: marks, gaps between messages, errors. */
const BROKEN = 0.08;
/** Least pulses of PWM and PPM, and least bits of Manchester. */
const LEAST = 8;

/** Returns the line codes that bits may have, the likeliest first. NRZ is always among them, since any bits are NRZ. */
export function guessLine(sliced: string, { isOnOff = false } = {}): GuessedLine[] {
  const evidence: [LineCode, number][] = [
    ["NRZ", 4],
    ["Manchester", manchesterEvidence(sliced, isOnOff)],
    ["PWM", lengthEvidence(sliced, true)],
    ["PPM", lengthEvidence(sliced, false)],
  ];
  const weights = evidence.map(([, bits]) => Math.exp(Math.min(60, bits / SCALE)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return evidence
    .map(([line, bits], k) => ({ line, evidence: bits, confidence: Math.min(0.99, weights[k] / total) }))
    .filter((guess) => guess.line === "NRZ" || guess.evidence > 0)
    .toSorted((a, b) => b.confidence - a.confidence)
    .map((guess) => ({ ...guess, parts: decodeLine(guess.line, sliced, { isOnOff }) }));
}

/** Half of the pairs of random bits are equal. A preamble of alternating bits is no evidence: NRZ has it, too. */
function manchesterEvidence(sliced: string, isOnOff: boolean): number {
  const parts = decodeLine("Manchester", sliced, { isOnOff }).filter(({ bits }) => bits.length >= LEAST);
  const covered = parts.reduce((sum, { start, stop }) => sum + stop - start, 0);
  const gaps = bitRuns(sliced).reduce((sum, { isOn, length }) => sum + (!isOn && length > 4 ? length : 0), 0);
  if (covered < (1 - 2 * BROKEN) * (sliced.length - gaps)) return 0;
  return parts.reduce((sum, { bits }) => sum + changes(bits), 0);
}

const changes = (bits: string) => Array.from(bits).filter((bit, k) => k > 0 && bit !== bits[k - 1]).length;

/**
 * Pulses of two lengths and gaps of one, or gaps that complete each pulse to one period (PWM). Pulses of one length and gaps of two (PPM).
 */
function lengthEvidence(sliced: string, isPwm: boolean): number {
  const runs = bitRuns(sliced);
  const pulses = runs.filter(({ isOn }) => isOn).map(({ length }) => length);
  const gaps = runs.filter(({ isOn }) => !isOn).map(({ length }) => length);
  if (pulses.length < LEAST) return 0;
  const coded = twoLengths(isPwm ? pulses : gaps);
  if (!coded || coded.long < 1.4 * coded.short) return 0;
  const inTwo = (lengths: readonly number[]) =>
    lengths.filter((length) => [coded.short, coded.long].some((wanted) => Math.abs(length / wanted - 1) < 0.3)).length;
  const share = isPwm ? inTwo(pulses) / pulses.length : inTwo(gaps) / gaps.length;
  const allowed = 1 - BROKEN - 1 / pulses.length;
  if (share < allowed) return 0;
  const others = isPwm ? gaps : pulses;
  const uniform = Math.max(...lengthGroups(others).map(({ count }) => count)) / others.length;
  // A gap may complete the pulse before it, or the pulse after it.
  const periods = [1, 2].map((first) => commonShare(pairSums(runs, first === 1)));
  const regular = isPwm ? Math.max(uniform, ...periods) : uniform;
  if (regular < allowed) return 0;
  // Half of random runs have length 1; two of three rules hold for a random run.
  return 1.5 * pulses.length * share * regular;
}

/** Returns the lengths of each pulse with the gap after it, or before it. */
function pairSums(runs: readonly { isOn: boolean; length: number }[], isAfter: boolean): number[] {
  return runs.flatMap(({ isOn, length }, k) => {
    const other = runs[isAfter ? k + 1 : k - 1];
    return isOn && other ? [length + other.length] : [];
  });
}

function commonShare(lengths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...counts.values()) / Math.max(1, lengths.length);
}
