/** How a station is demodulated. */
export const MODES = ["am", "fm", "fm-stereo"] as const;
export type Mode = (typeof MODES)[number];

/** Bandwidth of a station unless said otherwise, Hz. */
export const BANDWIDTH: Readonly<Record<Mode, number>> = { am: 10_000, fm: 200_000, "fm-stereo": 200_000 };

/** A station's offset from the centre of any recording, Hz. */
export const OFFSET = { min: -1e9, max: 1e9 } as const;

/**
 * Checks that a recording holds a station.
 *
 * @param offset Of the station from the recording's centre, Hz.
 * @param rate Samples/s of the recording.
 * @returns Hz by which the station's band reaches beyond the recording's, where it folds over from the other side; 0 where it lies within.
 * @throws RangeError for a station outside.
 */
export function checkTuned(offset: number, bandwidth: number, rate: number): number {
  if (!(Math.abs(offset) <= rate / 2)) {
    throw new RangeError(
      `demodulate: offset must be from ${-rate / 2} to ${rate / 2} Hz, half of the recording's ${rate} samples/s, got ${offset}`,
    );
  }
  return offset === 0 ? 0 : Math.max(0, Math.abs(offset) + bandwidth / 2 - rate / 2);
}
