import { bitCorrection, remainderOfWords } from "./crc.ts";
import {
  BIT_WORDS,
  BITS,
  type Candidate,
  type CandidateRows,
  type CandidateTable,
  IS_LONG,
  READINGS,
  ROW_NUMBERS,
  ROW_WORDS,
  START,
} from "./candidate-rows.ts";
import type { Tuning } from "./pulse-sums.ts";
import { type ReadingOf, WaitingReadings } from "./waiting-readings.ts";

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
const LOW = 0xffff;
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
  const correct = bitCorrection(correctedBits);
  const [next, samePlace] = [NEXT_SECONDS * sampleRateHz, SAME_PLACE_SECONDS * sampleRateHz];
  const confirmed = new Set<number>();
  /** 1 for the lowest bits of each confirmed address: most other addresses need no look at the set. */
  const confirmedLow = new Uint8Array(LOW + 1);
  /** The start of the first undamaged DF 11 of an address. */
  const seen = new Map<number, number>();
  // Candidates of the same place are added one after the other: at most one of their readings is a frame.
  const readings = new WaitingReadings();
  /** What is added next: one object for all of them. */
  const reading: ReadingOf = { octets: 7, address: 0, interrogator: 0, correctedBits: 0, clean: 0 };
  /** Whether the candidate that is read belongs to a place. */
  let isEntered = false;
  /** The starts of the place's first and newest candidate. */
  let [first, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  /** Adds a candidate's readings that may be frames to its place. */
  const read = (table: CandidateTable, row: number, frames: AcceptedFrame[]): void => {
    const which = table.words[ROW_WORDS * row + READINGS];
    const octets = which & IS_LONG ? 14 : 7;
    reading.octets = octets;
    isEntered = false;
    for (let k = 0, left = which & (IS_LONG - 1); left > 0; k++, left >>= 1) {
      if (left & 1) readOne(table, row, k, octets, frames);
    }
  };

  /** Adds the ways to take the bits of reading k. */
  const readOne = (table: CandidateTable, row: number, k: number, octets: number, frames: AcceptedFrame[]): void => {
    const { words } = table;
    const at = ROW_WORDS * row + BITS + BIT_WORDS * k;
    const df = words[at] >>> 27;
    const remainder = remainderOfWords(words, at, octets);
    reading.address = remainder;
    reading.interrogator = 0;
    reading.correctedBits = 0;
    reading.clean = 0;
    if (df !== 11 && df !== 17 && df !== 18) {
      enter(table, row, frames);
      readings.add(words, at, reading);
      return;
    }
    const asked = df === 11 && remainder > 0 && remainder < INTERROGATORS;
    const flips = remainder > 0 ? correct(octets, remainder) : undefined;
    if (remainder > 0 && !asked && !flips) return;
    enter(table, row, frames);
    // The second to fourth octet.
    reading.address = words[at] & 0xffffff;
    if (!flips || asked) {
      reading.interrogator = remainder;
      reading.clean = remainder === 0 ? 1 : 0;
      readings.add(words, at, reading);
    }
    if (!flips) return;
    reading.interrogator = 0;
    reading.correctedBits = flips.length;
    for (const bit of flips) if (bit < 32) reading.address ^= (0x80000000 >>> bit) & 0xffffff;
    const mended = readings.add(words, at, reading);
    if (mended < 0) return;
    for (const bit of flips) readings.flip(mended, bit);
  };

  /** Takes a candidate to its place, once: to a new one unless the last one is near. */
  const enter = (table: CandidateTable, row: number, frames: AcceptedFrame[]): void => {
    if (isEntered) return;
    isEntered = true;
    const start = table.numbers[ROW_NUMBERS * row + START];
    if (!(start - last <= next && start - first <= samePlace)) {
      close(frames);
      first = start;
    }
    last = start;
    readings.addCandidate(table, row);
  };

  const frameAt = (index: number): AcceptedFrame => {
    const { start, octets, contrast, snrDb, carrierHz } = readings.candidateAt(tuning, index);
    return {
      start,
      octets,
      contrast,
      snrDb,
      carrierHz,
      df: Math.min(24, octets[0] >> 3),
      icao: readings.addressAt(index),
      interrogator: readings.interrogatorAt(index),
      correctedBits: readings.correctedBitsAt(index),
    };
  };

  const isConfirmed = (index: number) => {
    const address = readings.addressAt(index);
    return confirmedLow[address & LOW] === 1 && confirmed.has(address);
  };

  /** Decides a place when no more candidates belong to it. */
  const close = (frames: AcceptedFrame[]): void => {
    const clean = readings.bestClean();
    const best = clean ?? readings.best(isConfirmed);
    if (best === undefined) {
      readings.forget(first - WAIT_SECONDS * sampleRateHz);
      readings.keep();
      return;
    }
    const frame = frameAt(best);
    readings.drop();
    frames.push(frame);
    if (clean === undefined || confirmed.has(frame.icao) || !confirms(frame)) return;
    confirmed.add(frame.icao);
    confirmedLow[frame.icao & LOW] = 1;
    readings.forget(frame.start - WAIT_SECONDS * sampleRateHz);
    for (const index of readings.release(frame.icao)) frames.push(frameAt(index));
  };

  const confirms = ({ df, icao, start }: AcceptedFrame) => {
    if (df !== 11) return true;
    const earlier = seen.get(icao);
    if (earlier === undefined) seen.set(icao, start);
    return earlier !== undefined && start - earlier >= APART_SECONDS * sampleRateHz;
  };

  return {
    /** Takes candidates in order of their starts, and returns frames as soon as they are certain. */
    push({ table, count }: CandidateRows): AcceptedFrame[] {
      const frames: AcceptedFrame[] = [];
      for (let row = 0; row < count; row++) read(table, row, frames);
      return frames;
    },
    end(): AcceptedFrame[] {
      const frames: AcceptedFrame[] = [];
      close(frames);
      return frames;
    },
  };
}
