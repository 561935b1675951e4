import { type NoiseFloor, unseenGain } from "./noise-floor.ts";

/**
 * Returns the most power that rounding can have made in a recording without noise: I and Q are half a step off, at most. With noise, the
 * errors are white; without it, they are lines. Returns 0 where noise is seen in all frames.
 *
 * @param samples Interleaved; called where no noise is seen.
 */
export function roundingPower(floor: NoiseFloor, samples: () => Float32Array): number {
  const unseen = unseenGain(floor);
  if (!floor.gain.some((value) => value <= unseen)) return 0;
  return stepOf(samples()) ** 2 / 2;
}

/** The largest power of 2, up to 1, of which all values are multiples; 0 without values. */
function stepOf(values: Float32Array): number {
  if (values.length === 0) return 0;
  let step = 1;
  for (let i = 0; i < values.length; i++) while (values[i] % step !== 0) step /= 2;
  return step;
}
