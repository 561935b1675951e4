import { fastLength, transformOf } from "../../fft/fft.float64.ts";
import type { Burst } from "../detection.ts";

/** The transform of all samples of a burst, from which bands are filtered. */
export interface Transformed {
  values: Float64Array;
  size: number;
  /** Samples of the burst. */
  count: number;
  sampleRateHz: number;
}

export function transformed({ samples, sampleRateHz }: Pick<Burst, "samples" | "sampleRateHz">): Transformed {
  const count = samples.length / 2;
  const size = fastLength(count);
  return { values: transformOf(size, (x) => x.set(samples)), size, count, sampleRateHz };
}

/** Returns the samples after a filter without delay. @param gain By frequency in Hz from the burst's 0. */
export function filtered(
  { values, size, count, sampleRateHz }: Transformed,
  gain: (hz: number) => number,
): Float64Array {
  const write = (product: Float64Array) => {
    for (let i = 0; i < size; i++) {
      const factor = gain(((i < size / 2 ? i : i - size) * sampleRateHz) / size);
      product[2 * i] = factor * values[2 * i];
      product[2 * i + 1] = factor * values[2 * i + 1];
    }
  };
  return transformOf(size, write, true).subarray(0, 2 * count);
}
