import angle from "#shaders/lib/angle.wgsl?raw";
import delay from "#shaders/wifi/lib/delay.wgsl?raw";
import sta from "#shaders/wifi/equalization/estimators/sta.wgsl?raw";
import { type CreateEstimator, SETTLED } from "../estimator.ts";

/** α and β of the paper's best results. */
export const STA = { alpha: 0.5, reach: 2 };

/**
 * Spectral-temporal averaging.
 * Source: J. A. Fernandez, K. Borries, L. Cheng, B. V. K. Vijaya Kumar, D. D. Stancil, F. Bai, "Performance of the 802.11p
 * Physical Layer in Vehicle-to-Vehicle Environments", IEEE Trans. Vehicular Technology 61 (2012).
 */
export const createSpectralTemporal: CreateEstimator = () => ({
  ...SETTLED,
  wgsl: [sta, delay, angle],
  constants: { ALPHA: STA.alpha, REACH: STA.reach },
});
