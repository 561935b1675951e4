import { SCRAMBLER_PERIOD, scramblerSequence } from "./scrambler.ts";

/** Points of the transform, and samples of a symbol without its guard interval. */
export const FFT_LENGTH = 64;
export const GUARD_SAMPLES = 16;
/** Samples per symbol: 4 µs at 20 MS/s. */
export const SYMBOL_SAMPLES = GUARD_SAMPLES + FFT_LENGTH;
/** Samples of the short training. The long training is as long. */
export const TRAINING_SAMPLES = 160;
/** Samples of the guard interval of the long training. */
export const LONG_GUARD_SAMPLES = 32;
/**
 * Samples by which a receiver's transforms begin before the end of a guard interval, in training and data alike. A frame that
 * begins up to this much earlier than assumed then loses nothing. H contains the delay, a phase ramp.
 */
export const WINDOW_ADVANCE = 4;
/** Samples before SIGNAL. */
export const PREAMBLE_SAMPLES = 2 * TRAINING_SAMPLES;

/** The bin of the transform that carries carrier −26 … 26. */
export const binOf = (carrier: number): number => (carrier + FFT_LENGTH) % FFT_LENGTH;

export const PILOT_CARRIERS: readonly number[] = [-21, -7, 7, 21];

/** Values of the pilots in a symbol of positive polarity. */
export const PILOTS: readonly number[] = [1, 1, 1, -1];

/** The 48 carriers of data, in the order in which they are filled. */
export const DATA_CARRIERS: readonly number[] = Array.from({ length: 53 }, (_, i) => i - 26).filter(
  (carrier) => carrier !== 0 && !PILOT_CARRIERS.includes(carrier),
);

/**
 * Polarity of the pilots, 1 or −1: entry 0 belongs to SIGNAL and entry n to data symbol n − 1; it repeats after 127 symbols.
 * Source: IEEE Std 802.11-2012, 18.3.5.10.
 */
export const PILOT_POLARITY: readonly number[] = Array.from(
  scramblerSequence(127, SCRAMBLER_PERIOD),
  (bit) => 1 - 2 * bit,
);
