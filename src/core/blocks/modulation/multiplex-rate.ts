import { apertureGain } from "../../analog/multiplex.ts";
import { LEAST_AUDIO_RATE, LEAST_RATE } from "../../analog/multiplex.ts";
import type { Place } from "../../flow/build/block-factory.ts";
import type { StereoDecoder } from "./demodulators.ts";

/** From here on the filters get too long. */
const MOST = 950_000;

/** Returns the rate of a stereo multiplex. @throws RangeError if it is unknown, too low or too high. */
export function multiplexRate({ hz }: Place, decimation: number): number {
  const rate = hz.in;
  if (rate === undefined) {
    throw new RangeError("The stereo decoder needs a known sample rate. Name it at the source.");
  }
  if (!(rate > LEAST_RATE && rate <= MOST)) {
    throw new RangeError(
      `The multiplex must have ${LEAST_RATE + 1} to ${MOST} samples/s, got ${rate}. Change the decimation before this block.`,
    );
  }
  if (rate / decimation < LEAST_AUDIO_RATE) {
    const most = Math.floor(rate / LEAST_AUDIO_RATE);
    throw new RangeError(`The decimation must be at most ${most} at ${rate} samples/s, got ${decimation}.`);
  }
  return rate;
}

/**
 * Returns the gain that makes up for the demodulator's average over a sample.
 *
 * @param rate Of the multiplex.
 * @throws RangeError for a demodulator that is too slow.
 */
export function differenceGain({ demodulatorRate }: Pick<StereoDecoder, "demodulatorRate">, rate: number): number {
  const at = demodulatorRate || rate;
  if (at > LEAST_RATE) return apertureGain(at);
  throw new RangeError(`The demodulator must have more than ${LEAST_RATE} samples/s, got ${at}.`);
}
