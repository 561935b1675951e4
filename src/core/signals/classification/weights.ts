import type { TestName } from "./tree.ts";

/** The constant and the slopes of each test's logistic function. Fitted by the slow test of `classify.test.ts` to bursts of tuning seeds. */
export const WEIGHTS: Record<TestName, readonly number[]> = {
  carrier: [-1.24, 1.756],
  sweep: [-9.388, 15.93],
  // By hand: the generator's carriers keep their phase.
  onOff: [-4, 6, -20],
  gaussian: [-35.9, 20.93, 3],
  offset: [-8.76, 16.19],
  varying: [-42.96, 34.38, 10.87],
  keyed: [-8.884, 2.111, 1.182],
  sound: [-2.526, 2.747],
  levels: [-9.674, 2.607, 2.289],
  guard: [-9.538, 2.463],
  off: [-4.653, 34.78],
  fourLevels: [0.2578, 5.765],
  narrowPulse: [-13.06, 32.95],
  sinePulse: [13.2, 4],
};

/** Power beyond the noise that half of the right constellations leave unexplained, dB. */
export const LEAST_EFFICIENCY_DB = 7;
