import lmmse from "#shaders/wifi/equalization/estimators/lmmse.wgsl?raw";
import { type CreateEstimator, SETTLED } from "../estimator.ts";
import { channelModes, MOST_MODES, PAIRS, USED_CARRIERS } from "../modes.ts";
import { DELAY_SPREAD, WALK } from "./lmmse.float64.ts";

/** Invocations of the kernel, each with the carriers k and −k. */
const LANES = 32;

/**
 * Linear minimum mean squared error with an exponential power-delay profile as its prior, continued by decided symbols: a Kalman
 * filter for each eigenvector of the correlation of the carriers. A rotation that all carriers share belongs to the tracking of
 * the phase. Therefore decided points correct the phase first: if the filters followed it, too, neither would hold it, and the
 * weak modes, which follow slowly, would lose the strong ones.
 * Source: O. Edfors, M. Sandell, J.-J. van de Beek, S. K. Wilson, P. O. Börjesson, "OFDM channel estimation by singular value
 * decomposition", IEEE Trans. Communications 46 (1998), for the modes of the training's estimate.
 *
 * @throws RangeError when the delay spread is not from 0.1 to 6 samples.
 */
export const createLmmse: CreateEstimator = (memory, { delaySpread = DELAY_SPREAD }) => {
  if (!(delaySpread >= 0.1 && delaySpread <= 6)) {
    throw new RangeError(`wifi/equalization/lmmse: delaySpread must be from 0.1 to 6 samples, got ${delaySpread}`);
  }
  const modes = channelModes(delaySpread);
  const count = modes.variances.length;
  const variances = new Float32Array(MOST_MODES);
  variances.set(modes.variances);
  const byMode = new Float32Array(2 * MOST_MODES * LANES);
  const byCarrier = new Float32Array(2 * MOST_MODES * LANES);
  for (const [m, u] of modes.vectors.entries()) {
    for (let k = 1; k <= PAIRS; k++) {
      const value = u.subarray(2 * USED_CARRIERS.indexOf(k)).subarray(0, 2);
      byMode.set(value, 2 * (m * LANES + k));
      byCarrier.set(value, 2 * (k * MOST_MODES + m));
    }
  }
  return {
    ...SETTLED,
    decided: true,
    wgsl: [lmmse],
    constants: { MODES: count, WALK },
    resources: {
      variances: memory.constant("variances of the modes", variances),
      vectors: memory.constant("modes", Float32Array.of(...byMode, ...byCarrier)),
    },
  };
};
