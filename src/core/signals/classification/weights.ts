import type { TestName } from "./tree.ts";

/**
 * The constant and the slopes of each test's logistic function. They come from a fit to 500 bursts of the tuning seeds 1000 to 1499 by the method
 * of `testing.ts`, except those marked "by hand". The slow test of `classify.test.ts` fits all of them again and prints them.
 */
export const WEIGHTS: Record<TestName, readonly number[]> = {
  // By hand, steeper: 2-FSK of large h reaches 0.3, carriers have 3.
  carrier: [-4.5, 4],
  sweep: [-9.388, 15.93],
  // By hand: the generator's carriers keep their phase.
  onOff: [-4, 6, -20],
  // The third by hand, for bursts of few OFDM symbols; the fourth, too: real signals with a Gaussian amplitude have a third in the line, noise next to nothing.
  gaussian: [-35.9, 20.93, 3, -60],
  // By hand, steeper: other classes reach 0.31, OQPSK, MSK and GMSK have 0.51 at 7 dB.
  offset: [-9, 22],
  // By hand, steeper: broadcast FM after a narrow filter has a kurtosis of 1.13, 8-PSK in noise has 1.18.
  varying: [-85, 70, 12],
  // By hand: symbols have 4 or more, sound up to 2.4 whether it is wide or not. The third is a logarithm of odds itself; runs are not independent.
  keyed: [-10, 3, 0.5, 0.4],
  // The statistic is a logarithm of odds itself.
  sound: [0, 1],
  // By hand, for voice radios with root-raised-cosine pulses too.
  levels: [-4, 2.2, 4, -14, -5],
  // By hand, less steep: nothing generated lies between an excess of 8 and of 70.
  guard: [-11, 4],
  // By hand: an index of 0.07 is 4 % likely to be FM, and 0.2 is 95 % likely.
  phase: [0, 6],
  off: [-4.653, 34.78],
  fourLevels: [0.2578, 5.765],
  // By hand, of signals whose lines of x² drift or fade: MSK and GMSK measure 0.497 to 0.503; MSK has an interference of 8 to 9 %, GMSK of 17 to 25 %.
  halfIndex: [4, -130],
  smooth: [-13, 100],
  // By hand: FM has 0.75 or more, and 0.4 or more in strong noise or with small deviations; symbols of two levels have 0.1 or less. Many levels have up to 0.9, and a line.
  slow: [-6, 24, -1],
  // By hand: SOQPSK's pulse has 41 % of its height, and counts as OQPSK.
  narrowPulse: [-17.5, 50],
  // By hand: other filters than the generator's count as Gaussian ones.
  sinePulse: [16.5, 5],
};

/** Power beyond the noise that half of the right constellations leave unexplained, dB. */
export const LEAST_EFFICIENCY_DB = 7;
