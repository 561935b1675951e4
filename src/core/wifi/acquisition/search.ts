/** Criteria for the beginning of a frame. Lengths are in samples. */

/** Least |ρ|² of the short training. White noise exceeds it at 0.3 % of the samples. */
export const TRAINING_THRESHOLD = 0.12;
/**
 * Samples above the threshold that make a candidate, at most 32. Then 661 of 10⁸ samples of white noise were candidates, and 98 %
 * of the frames at an SNR of −1 dB per sample.
 */
export const PLATEAU = 24;
/** Samples without the beginning of such a plateau before a candidate, a multiple of 32. */
export const GAP = 128;
/** Least ratio of the energies after and before a sample at which the energy has risen. */
export const RISE = 4;
/** Samples after a candidate in which risen energy belongs to it, a multiple of 32. */
export const LATE = 64;
/** The search for the long training begins with a frame that starts as many samples before the candidate. */
export const EARLY = 80;
/** Most starts that the search tries for one candidate. */
export const SEARCH = 256;
/** Least likeness of the long training. One of 661 candidates in white noise had it. A frame on one path has SNR/(1 + SNR) on average. */
export const LIKENESS = 0.1;
/**
 * Least ratio of the mean |H|² and the noise. The mean of both symbols keeps half of the noise, so the ratio is ½ where they have nothing
 * in common: data, or the training of a later standard, which has one such symbol only. At an SNR of −3 dB per sample it is 1.1.
 */
export const STRENGTH = 0.7;
