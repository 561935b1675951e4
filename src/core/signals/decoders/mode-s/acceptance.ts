import { bitCorrection, modeSRemainder } from "./crc.ts";
import type { Candidate } from "./search.ts";

/** A frame whose check passed. */
export interface AcceptedFrame extends Candidate {
  df: number;
  /** The aircraft's address. */
  icao: number;
  /** The code of the interrogator that asked, in a DF 11; else 0. */
  interrogator: number;
  correctedBits: number;
}

/** One way to read a candidate. */
interface Reading extends AcceptedFrame {
  /** It is accepted only when other frames confirm its address. */
  needsConfirmation: boolean;
}

/** Candidates of the same place: at most one of their readings is a frame. */
interface Place {
  start: number;
  /** The start of the newest candidate. */
  last: number;
  readings: Reading[];
  isTaken: boolean;
}

export interface AcceptanceConfig {
  sampleRateHz: number;
  /** Most bits to correct: 0, 1 or 2. */
  correctedBits: number;
}

/** Interrogator codes have 7 bits, and those from 80 on do not exist. */
const INTERROGATORS = 80;
/** Downlink formats in use. The others are reserved, or military. */
const FORMATS = new Set([0, 4, 5, 11, 16, 17, 18, 20, 21, 24]);
/** Candidates are readings of the same pulses if each starts this soon after the one before, and all within the second time. */
const NEXT_SECONDS = 0.75e-6;
const SAME_PLACE_SECONDS = 2.5e-6;
/** The time between two replies that are not the same pulses. */
const APART_SECONDS = 1e-3;
/** How long a frame waits until its address is confirmed, and how many wait. */
const WAIT_SECONDS = 60;
const MOST_WAITING = 200_000;

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
  /** The start of the first undamaged DF 11 of an address. */
  const seen = new Map<number, number>();
  const waiting = new Map<number, Place[]>();
  /** The places that wait, in order of their starts. */
  let queue: Place[] = [];
  let place: Place | undefined;

  const read = (candidate: Candidate): Reading[] => {
    const { octets } = candidate;
    const df = Math.min(24, octets[0] >> 3);
    if (!FORMATS.has(df)) return [];
    const remainder = modeSRemainder(octets);
    if (df !== 11 && df !== 17 && df !== 18) return [readingOf(candidate, { octets, df, icao: remainder })];
    const icao = addressOf(octets);
    if (remainder === 0) return [readingOf(candidate, { octets, df, icao, needsConfirmation: false })];
    const corrected = correct(octets, remainder);
    const readings: Reading[] = [];
    if (df === 11 && remainder < INTERROGATORS) {
      readings.push(readingOf(candidate, { octets, df, icao, interrogator: remainder }));
    }
    if (corrected) {
      const { octets: mended, bits } = corrected;
      readings.push(readingOf(candidate, { octets: mended, df, icao: addressOf(mended), correctedBits: bits }));
    }
    return readings;
  };

  /** Confirms an address, and returns the frames that waited for it. */
  const confirm = (icao: number): AcceptedFrame[] => {
    if (confirmed.has(icao)) return [];
    confirmed.add(icao);
    const places = waiting.get(icao) ?? [];
    waiting.delete(icao);
    return places.flatMap((waited) =>
      take(
        waited,
        bestOf(waited.readings, (reading) => reading.icao === icao),
      ),
    );
  };

  const take = (from: Place, reading: Reading | undefined): AcceptedFrame[] => {
    if (!reading || from.isTaken) return [];
    from.isTaken = true;
    const { needsConfirmation: _, ...frame } = reading;
    return [frame];
  };

  /** Decides a place when no more candidates belong to it. */
  const close = (): AcceptedFrame[] => {
    const closed = place;
    place = undefined;
    if (!closed) return [];
    const clean = bestOf(closed.readings, ({ needsConfirmation }) => !needsConfirmation);
    const best = clean ?? bestOf(closed.readings, ({ icao }) => confirmed.has(icao));
    if (!best) {
      wait(closed);
      return [];
    }
    return [...take(closed, best), ...(clean && confirms(clean) ? confirm(clean.icao) : [])];
  };

  const confirms = ({ df, icao, start }: AcceptedFrame) => {
    if (df !== 11) return true;
    const earlier = seen.get(icao);
    if (earlier === undefined) seen.set(icao, start);
    return earlier !== undefined && start - earlier >= APART_SECONDS * sampleRateHz;
  };

  const wait = (closed: Place) => {
    for (const { icao } of closed.readings) {
      const others = waiting.get(icao);
      if (!others) waiting.set(icao, [closed]);
      else if (others.at(-1) !== closed) others.push(closed);
    }
    queue.push(closed);
    if (queue.length > 2 * MOST_WAITING) forget(closed.start - WAIT_SECONDS * sampleRateHz);
  };

  const forget = (before: number) => {
    queue = queue.filter(({ isTaken, start }) => !isTaken && start >= before).slice(-MOST_WAITING);
    const kept = new Set(queue);
    for (const [icao, places] of waiting) {
      const rest = places.filter((waited) => kept.has(waited));
      if (rest.length > 0) waiting.set(icao, rest);
      else waiting.delete(icao);
    }
  };

  return {
    /** Takes candidates in order of their starts, and returns frames as soon as they are certain. */
    push(candidates: readonly Candidate[]): AcceptedFrame[] {
      const frames: AcceptedFrame[] = [];
      for (const candidate of candidates) {
        const readings = read(candidate);
        if (readings.length === 0) continue;
        const { start } = candidate;
        if (place && start - place.last <= next && start - place.start <= samePlace) {
          for (const reading of readings) place.readings.push(reading);
          place.last = start;
        } else {
          for (const frame of close()) frames.push(frame);
          place = { start, last: start, readings, isTaken: false };
        }
      }
      return frames;
    },
    end: close,
  };
}

/** A way to read a candidate. It is written out, because millions of them come from noise. */
function readingOf(
  { start, contrast, snrDb, carrierHz }: Candidate,
  { octets, df, icao, interrogator = 0, correctedBits = 0, needsConfirmation = true }: ReadBits,
): Reading {
  return { start, contrast, snrDb, carrierHz, octets, df, icao, interrogator, correctedBits, needsConfirmation };
}

type ReadBits = Pick<Reading, "octets" | "df" | "icao"> &
  Partial<Pick<Reading, "interrogator" | "correctedBits" | "needsConfirmation">>;

/** The address in the second to fourth octet, of DF 11, 17 and 18. */
const addressOf = (octets: Uint8Array) => (octets[1] << 16) | (octets[2] << 8) | octets[3];

/** Returns the reading with the fewest corrected bits, and among these the one whose bits stand out most. */
function bestOf(readings: readonly Reading[], isMeant: (reading: Reading) => boolean): Reading | undefined {
  let best: Reading | undefined;
  for (const reading of readings) {
    if (!isMeant(reading)) continue;
    const { correctedBits, contrast } = reading;
    if (best && (correctedBits - best.correctedBits || best.contrast - contrast) >= 0) continue;
    best = reading;
  }
  return best;
}
