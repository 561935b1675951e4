/** Gains of the phase-locked loop: v += k2·e, θ += k1·e + v, once per pair of bits. */
export interface LoopGains {
  k1: number;
  k2: number;
}

/** No loop: θ stays 0, for signals whose phase is known. */
export const NO_LOOP: LoopGains = { k1: 0, k2: 0 };

/** The thesis's first-order loop. It holds only if the frequency offset is averaged over the batch. */
export const FIRST_ORDER_LOOP: LoopGains = { k1: 0.001992, k2: 0 };

/** The loops by their names in a scenario. */
export const loopOf = (name: "second-order" | "first-order" | "ideal"): LoopGains =>
  ({ "second-order": loopGains(), "first-order": FIRST_ORDER_LOOP, ideal: NO_LOOP })[name];

/**
 * Gains of a second-order loop (M. Rice, Digital Communications: A Discrete-Time Approach, eq. C.61).
 *
 * @param bandwidth BnT, noise bandwidth times the update interval (two bits).
 * @param damping ζ.
 * @param detectorGain K_p, slope of the phase error e at the origin.
 */
export function loopGains(bandwidth = 0.015, damping = Math.SQRT1_2, detectorGain = 4): LoopGains {
  const theta = bandwidth / (damping + 1 / (4 * damping));
  const scale = detectorGain * (1 + 2 * damping * theta + theta * theta);
  return { k1: (4 * damping * theta) / scale, k2: (4 * theta * theta) / scale };
}
