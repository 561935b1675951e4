import { bitCorrections } from "./crc.ts";
import {
  type Candidate,
  type CandidateList,
  CHECKED,
  HEAD_WORDS,
  IS_LONG,
  MOST_READINGS,
  READINGS,
  REMAINDERS,
  type CandidateTable,
} from "./candidate-rows.ts";
import type { Tuning } from "./pulse-sums.ts";
import { type Reading, WaitingCandidates } from "./waiting-candidates.ts";

/** A frame whose check passed. */
export interface AcceptedFrame extends Candidate {
  df: number;
  /** The aircraft's address. */
  icao: number;
  /** The code of the interrogator that asked, in a DF 11; else 0. */
  interrogator: number;
  correctedBits: number;
}

export interface AcceptanceConfig extends Tuning {
  /** Most bits to correct: 0, 1 or 2. */
  correctedBits: number;
}

/** Interrogator codes have 7 bits, and those from 80 on do not exist. */
const INTERROGATORS = 80;
/** Candidates are readings of the same pulses if each starts this soon after the one before, and all within the second time. */
const NEXT_SECONDS = 0.75e-6;
const SAME_PLACE_SECONDS = 2.5e-6;
/** The time between two replies that are not the same pulses. */
const APART_SECONDS = 1e-3;
/** Words of a set of the lowest 16 bits of numbers, a bit for each value: 8 KiB stay in a processor's fastest cache. */
const LOW_WORDS = 2 ** 11;

const lowBitOf = (low: Uint32Array, value: number): number =>
  (low[(value >>> 5) & (LOW_WORDS - 1)] >>> (value & 31)) & 1;

function noteLow(low: Uint32Array, value: number): void {
  low[(value >>> 5) & (LOW_WORDS - 1)] |= 1 << (value & 31);
}

/** How long a frame waits until its address is confirmed. */
const WAIT_SECONDS = 60;

/**
 * Decides which candidates are frames. A DF 17 or 18 has remainder 0. A DF 11 has remainder 0, or an interrogator's code and a
 * confirmed address. The remainder of the other formats is a confirmed address. An address is confirmed by an undamaged DF 17 or
 * 18, or by two undamaged DF 11 at least 1 ms apart. Only DF 11, 17 and 18 of confirmed addresses are corrected, and never
 * their first five bits. A frame whose address is confirmed later is accepted then, if that takes at most 60 s.
 */
export function createAcceptance({ correctedBits, ...tuning }: AcceptanceConfig) {
  const { sampleRateHz } = tuning;
  const corrections = bitCorrections(correctedBits);
  const correct = (length: number, remainder: number) =>
    (length === 7 ? corrections.short : corrections.long).get(remainder);
  // Nearly all remainders are no interrogator's code and have no correction, and their lowest bits tell most of these.
  const [shortLow, longLow] = [corrections.short, corrections.long].map((patterns) => {
    const low = new Uint32Array(LOW_WORDS);
    for (let code = 0; code < INTERROGATORS; code++) noteLow(low, code);
    for (const remainder of patterns.keys()) noteLow(low, remainder);
    return low;
  });
  const [next, samePlace] = [NEXT_SECONDS * sampleRateHz, SAME_PLACE_SECONDS * sampleRateHz];
  const confirmed = new Set<number>();
  /** The lowest bits of each confirmed address: most other addresses need no look at the set. */
  const confirmedLow = new Uint32Array(LOW_WORDS);
  /** The start of the first undamaged DF 11 of an address. */
  const seen = new Map<number, number>();
  // Candidates of the same place come one after the other: at most one of their readings is a frame.
  const waiting = new WaitingCandidates();
  /** The readings of the newest place that may be a frame: their parity is checked, or their address may be confirmed. */
  let place: Reading[] = [];
  /** The starts of the place's first and newest candidate. */
  let [first, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  /** Reads the candidates of a list, in order. @param from Index of the first one. */
  const readAll = ({ heads, starts }: CandidateTable, from: number, count: number, frames: AcceptedFrame[]): void => {
    for (let i = 0; i < count; i++) {
      const at = HEAD_WORDS * i;
      const known = heads[at + READINGS];
      const remainders = at + REMAINDERS;
      // Nearly all candidates have only readings whose remainder is no confirmed address.
      let isOfInterest = 0;
      for (let k = 0; k < MOST_READINGS; k++) isOfInterest |= lowBitOf(confirmedLow, heads[remainders + k]);
      const low = known & IS_LONG ? longLow : shortLow;
      for (let k = 0, left = known >>> CHECKED; left > 0; k++, left >>= 1) {
        if (left & 1) isOfInterest |= lowBitOf(low, heads[remainders + k]);
      }
      // Of the others, those with a checked parity are no frames.
      if (isOfInterest === 0 && (known & ~(known >>> CHECKED) & (IS_LONG - 1)) > 0) enter(from + i, starts[i], frames);
      else if (isOfInterest > 0) readOne(from + i, starts[i], heads, at, frames);
    }
  };

  /** Adds a candidate's readings that may be frames to its place. */
  const readOne = (index: number, start: number, heads: Uint32Array, at: number, frames: AcceptedFrame[]): void => {
    const known = heads[at + READINGS];
    let isEntered = false;
    for (let which = 0, left = known & (IS_LONG - 1); left > 0; which++, left >>= 1) {
      if ((left & 1) === 0) continue;
      const remainder = heads[at + REMAINDERS + which];
      const isChecked = ((known >> (CHECKED + which)) & 1) === 1;
      if (!isChecked) {
        if (!isEntered) enter(index, start, frames);
        isEntered = true;
        const mayBeConfirmed = lowBitOf(confirmedLow, remainder) === 1;
        if (mayBeConfirmed) place.push({ index, which, address: remainder, correctedBits: 0, isClean: false });
        continue;
      }
      if (lowBitOf(known & IS_LONG ? longLow : shortLow, remainder) === 0) continue;
      const flips = remainder === 0 ? undefined : correct(known & IS_LONG ? 14 : 7, remainder);
      if (remainder >= INTERROGATORS && !flips) continue;
      const bits = waiting.firstBitsOf(index, which);
      const asked = bits >>> 27 === 11 && remainder < INTERROGATORS;
      if (!(remainder === 0 || asked || flips)) continue;
      if (!isEntered) enter(index, start, frames);
      isEntered = true;
      // The second to fourth octet.
      let address = bits & 0xffffff;
      if (!flips || asked) place.push({ index, which, address, correctedBits: 0, isClean: remainder === 0 });
      if (!flips) continue;
      for (const bit of flips) if (bit < 32) address ^= (0x80000000 >>> bit) & 0xffffff;
      place.push({ index, which, address, correctedBits: flips.length, isClean: false });
    }
  };

  /** Goes to the place of a candidate that starts here: to a new one unless the last one is near. */
  const enter = (index: number, start: number, frames: AcceptedFrame[]): void => {
    if (!(start - last <= next && start - first <= samePlace)) {
      if (place.length > 0) close(frames);
      waiting.begin(index);
      first = start;
    }
    last = start;
  };

  const frameOf = (reading: Reading): AcceptedFrame => {
    const { start, octets, contrast, snrDb, carrierHz } = waiting.candidateOf(tuning, reading);
    const { address, correctedBits: bits } = reading;
    const remainder = waiting.remainderOf(reading);
    const df = Math.min(24, octets[0] >> 3);
    if (bits > 0) for (const bit of correct(octets.length, remainder) ?? []) octets[bit >> 3] ^= 0x80 >> (bit & 7);
    return {
      start,
      octets,
      contrast,
      snrDb,
      carrierHz,
      df,
      icao: address,
      interrogator: df === 11 && bits === 0 ? remainder : 0,
      correctedBits: bits,
    };
  };

  const isClean = (reading: Reading) => reading.isClean;
  const isConfirmed = ({ address }: Reading) => confirmed.has(address);

  /** Decides a place when no more candidates belong to it. */
  const close = (frames: AcceptedFrame[]): void => {
    const readings = place;
    place = [];
    const clean = waiting.best(readings, isClean);
    const best = clean ?? waiting.best(readings, isConfirmed);
    if (best === undefined) {
      waiting.keep(readings);
      return;
    }
    const frame = frameOf(best);
    waiting.drop();
    frames.push(frame);
    if (clean === undefined || confirmed.has(frame.icao) || !confirms(frame)) return;
    confirmed.add(frame.icao);
    noteLow(confirmedLow, frame.icao);
    waiting.forget(frame.start - WAIT_SECONDS * sampleRateHz);
    for (const reading of waiting.release(frame.icao)) frames.push(frameOf(reading));
  };

  const confirms = ({ df, icao, start }: AcceptedFrame) => {
    if (df !== 11) return true;
    const earlier = seen.get(icao);
    if (earlier === undefined) seen.set(icao, start);
    return earlier !== undefined && start - earlier >= APART_SECONDS * sampleRateHz;
  };

  return {
    /** Takes candidates in order of their starts, and returns frames as soon as they are certain. */
    push(candidates: CandidateList): AcceptedFrame[] {
      const frames: AcceptedFrame[] = [];
      const { from, rows } = waiting.take(candidates);
      readAll(rows, from, candidates.count, frames);
      waiting.forget(last - WAIT_SECONDS * sampleRateHz);
      return frames;
    },
    end(): AcceptedFrame[] {
      const frames: AcceptedFrame[] = [];
      if (place.length > 0) close(frames);
      return frames;
    },
  };
}
