/** What counts as the beginning of a frame. Lengths are in samples. */

/** Least |ρ|² of the short training: white noise reaches it at 1 of 30,000 samples, a frame at −1 dB at most. */
export const THRESHOLD = 0.12;
/** Samples above the threshold that make a candidate, at most 32. */
export const PLATEAU = 24;
/** Samples without the beginning of such a plateau before a candidate, a multiple of 32. */
export const GAP = 128;
/** The search for the long training begins with a frame that starts as many samples before the candidate. */
export const EARLY = 80;
/** Most starts that the search tries for one candidate. */
export const SEARCH = 256;
/** Least likeness of the long training. */
export const LIKENESS = 0.1;
