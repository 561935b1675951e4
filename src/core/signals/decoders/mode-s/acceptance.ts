import { bitCorrection } from "./crc.ts";
import { BIT_WORDS, type Candidate, type CandidateList, IS_LONG } from "./candidate-rows.ts";
import type { Tuning } from "./pulse-sums.ts";
import { WaitingReadings } from "./waiting-readings.ts";

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
  /** Whether a reading of the newest place is clean, and whether one may have a confirmed address. */
  let [hasClean, mayBeConfirmed] = [false, false];
  /** The starts of the place's first and newest candidate. */
  let [first, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  /** Adds a candidate's readings that may be frames to its place. */
  const read = ({ format, table }: CandidateList, row: number, candidate: number, frames: AcceptedFrame[]): void => {
    const { words } = table;
    const at = format.size * row;
    const known = words[at + format.readings];
    let isEntered = false;
    for (let k = 0, left = known & (IS_LONG - 1); left > 0; k++, left >>= 1) {
      if ((left & 1) === 0) continue;
      const bits = words[at + format.bits + BIT_WORDS * k];
      const remainder = words[at + format.remainders + k];
      const df = bits >>> 27;
      const isOpen = df !== 11 && df !== 17 && df !== 18;
      const asked = df === 11 && remainder < INTERROGATORS;
      const flips = isOpen || remainder === 0 ? undefined : correct(known & IS_LONG ? 14 : 7, remainder);
      if (!(isOpen || remainder === 0 || asked || flips)) continue;
      if (!isEntered) {
        enter(table.numbers[at / 2 + format.start], frames);
        isEntered = true;
      }
      if (isOpen) {
        mayBeConfirmed ||= confirmedLow[remainder & LOW] === 1;
        readings.add(remainder, candidate, k, 0, false);
        continue;
      }
      // The second to fourth octet.
      let address = bits & 0xffffff;
      if (!flips || asked) {
        hasClean ||= remainder === 0;
        mayBeConfirmed ||= confirmedLow[address & LOW] === 1;
        readings.add(address, candidate, k, 0, remainder === 0);
      }
      if (!flips) continue;
      for (const bit of flips) if (bit < 32) address ^= (0x80000000 >>> bit) & 0xffffff;
      mayBeConfirmed ||= confirmedLow[address & LOW] === 1;
      readings.add(address, candidate, k, flips.length, false);
    }
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
    const { start, octets, contrast, snrDb, carrierHz } = readings.candidateAt(tuning, index);
    const bits = readings.correctedBitsAt(index);
    const remainder = readings.remainderAt(index);
    const df = Math.min(24, octets[0] >> 3);
    if (bits > 0) for (const bit of correct(octets.length, remainder) ?? []) octets[bit >> 3] ^= 0x80 >> (bit & 7);
    return {
      start,
      octets,
      contrast,
      snrDb,
      carrierHz,
      df,
      icao: readings.addressAt(index),
      interrogator: df === 11 && bits === 0 ? remainder : 0,
      correctedBits: bits,
    };
  };

  const isConfirmed = (index: number) => {
    const address = readings.addressAt(index);
    return confirmedLow[address & LOW] === 1 && confirmed.has(address);
  };

  /** Decides a place when no more candidates belong to it. */
  const close = (frames: AcceptedFrame[]): void => {
    const clean = hasClean ? readings.bestClean() : undefined;
    const best = clean ?? (mayBeConfirmed ? readings.best(isConfirmed) : undefined);
    [hasClean, mayBeConfirmed] = [false, false];
    if (best === undefined) {
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
    push(candidates: CandidateList): AcceptedFrame[] {
      const frames: AcceptedFrame[] = [];
      const { count, order } = candidates;
      const number = readings.take(candidates);
      for (let i = 0; i < count; i++) {
        const row = order ? order[i] : i;
        read(candidates, row, number + row, frames);
      }
      readings.forget(last - WAIT_SECONDS * sampleRateHz);
      return frames;
    },
    end(): AcceptedFrame[] {
      const frames: AcceptedFrame[] = [];
      close(frames);
      return frames;
    },
  };
}
