import { bitCorrection, remainderOfWords } from "./crc.ts";
import {
  BITS,
  type Candidate,
  candidateAt,
  type CandidateRows,
  OCTETS,
  ROW_NUMBERS,
  ROW_WORDS,
  START,
} from "./candidate-rows.ts";
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

export interface AcceptanceConfig {
  sampleRateHz: number;
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
export function createAcceptance({ sampleRateHz, correctedBits }: AcceptanceConfig) {
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
  const reading: ReadingOf = { address: 0, interrogator: 0, correctedBits: 0, clean: 0 };
  /** The starts of the place's first and newest candidate. */
  let [first, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  /** Adds the ways to read a candidate to its place, unless there is none. */
  const read = ({ table }: CandidateRows, row: number, frames: AcceptedFrame[]): void => {
    const { words, numbers } = table;
    const at = ROW_WORDS * row + BITS;
    const start = numbers[ROW_NUMBERS * row + START];
    const octets = words[ROW_WORDS * row + OCTETS];
    const df = words[at] >>> 27;
    const remainder = remainderOfWords(words, at, octets);
    reading.address = remainder;
    reading.interrogator = 0;
    reading.correctedBits = 0;
    reading.clean = 0;
    if (df !== 11 && df !== 17 && df !== 18) {
      enter(start, frames);
      readings.add(table, row, reading);
      return;
    }
    const asked = df === 11 && remainder > 0 && remainder < INTERROGATORS;
    const flips = remainder > 0 ? correct(octets, remainder) : undefined;
    if (remainder > 0 && !asked && !flips) return;
    enter(start, frames);
    // The second to fourth octet.
    reading.address = words[at] & 0xffffff;
    if (!flips || asked) {
      reading.interrogator = remainder;
      reading.clean = remainder === 0 ? 1 : 0;
      readings.add(table, row, reading);
    }
    if (!flips) return;
    reading.interrogator = 0;
    reading.correctedBits = flips.length;
    for (const bit of flips) if (bit < 32) reading.address ^= (0x80000000 >>> bit) & 0xffffff;
    const mended = readings.add(table, row, reading);
    if (mended < 0) return;
    for (const bit of flips) readings.table.words[ROW_WORDS * mended + BITS + (bit >> 5)] ^= 0x80000000 >>> (bit & 31);
  };

  /** Goes to the place of a candidate that starts here: to a new one unless the last one is near. */
  const enter = (start: number, frames: AcceptedFrame[]): void => {
    if (!(start - last <= next && start - first <= samePlace)) {
      close(frames);
      first = start;
    }
    last = start;
  };

  const frameAt = (index: number): AcceptedFrame => {
    const { start, octets, contrast, snrDb, carrierHz } = candidateAt(readings.table, index);
    return {
      start,
      octets,
      contrast,
      snrDb,
      carrierHz,
      df: Math.min(24, octets[0] >> 3),
      icao: readings.addresses[index],
      interrogator: readings.interrogatorAt(index),
      correctedBits: readings.correctedBitsAt(index),
    };
  };

  const isConfirmed = (index: number) => {
    const address = readings.addresses[index];
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
    push(candidates: CandidateRows): AcceptedFrame[] {
      const frames: AcceptedFrame[] = [];
      for (let row = 0; row < candidates.count; row++) read(candidates, row, frames);
      return frames;
    },
    end(): AcceptedFrame[] {
      const frames: AcceptedFrame[] = [];
      close(frames);
      return frames;
    },
  };
}
