import type { AcceptedFrame } from "./acceptance.ts";

/** The numbers of a frame: what is known of it, then its octets. */
const OCTETS = 10;
const MOST_OCTETS = 14;
const SIZE = OCTETS + MOST_OCTETS;

/** An accepted frame, and its number in the order of acceptance. */
export interface NumberedFrame extends AcceptedFrame {
  number: number;
}

/** Which frames of several threads are one thread's: the contents of a frame depend on frames of the same aircraft only. */
interface Share {
  of: number;
  own: number;
}

/**
 * Returns a thread's frames as numbers: it takes them without a copy.
 *
 * @param first The number of the first of all frames.
 */
export function acceptedRows(
  frames: readonly AcceptedFrame[],
  first: number,
  { of, own }: Share,
): Float64Array<ArrayBuffer> {
  let count = 0;
  for (const { icao } of frames) count += Number(icao % of === own);
  const rows = new Float64Array(SIZE * count);
  let at = 0;
  let number = first;
  for (const { start, octets, contrast, snrDb, carrierHz, df, icao, interrogator, correctedBits } of frames) {
    const order = number++;
    if (icao % of !== own) continue;
    rows[at] = start;
    rows[at + 1] = contrast;
    rows[at + 2] = snrDb ?? Number.NaN;
    rows[at + 3] = carrierHz;
    rows[at + 4] = df;
    rows[at + 5] = icao;
    rows[at + 6] = interrogator;
    rows[at + 7] = correctedBits;
    rows[at + 8] = octets.length;
    rows[at + 9] = order;
    for (let k = 0; k < octets.length; k++) rows[at + OCTETS + k] = octets[k];
    at += SIZE;
  }
  return rows;
}

/** Returns the number of frames. */
export const rowCount = (rows: Float64Array): number => rows.length / SIZE;

/** Returns the frames of {@link acceptedRows}. */
export function framesOfRows(rows: Float64Array): NumberedFrame[] {
  const frames: NumberedFrame[] = [];
  for (let at = 0; at < rows.length; at += SIZE) {
    const octets = new Uint8Array(rows[at + 8]);
    for (let k = 0; k < octets.length; k++) octets[k] = rows[at + OCTETS + k];
    const snrDb = rows[at + 2];
    frames.push({
      start: rows[at],
      octets,
      contrast: rows[at + 1],
      snrDb: Number.isNaN(snrDb) ? null : snrDb,
      carrierHz: rows[at + 3],
      df: rows[at + 4],
      icao: rows[at + 5],
      interrogator: rows[at + 6],
      correctedBits: rows[at + 7],
      number: rows[at + 9],
    });
  }
  return frames;
}
