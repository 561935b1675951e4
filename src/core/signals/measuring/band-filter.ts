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

/** A filter's gains by frequency, from the lowest frequency to the highest, which lie around 0. */
export interface Gains {
  values: Float64Array;
  /** Hz per value. */
  bin: number;
}

/**
 * Returns the samples after a filter without delay.
 *
 * @param band From its lowest frequency to its highest, both included, in Hz from the burst's 0. @param gains Default: 1 in the band.
 */
export function filtered(all: Transformed, band: readonly [number, number], gains?: Gains): Float64Array {
  const write = (product: Float64Array) => writeBand(product, all, band, gains);
  return transformOf(all.size, write, true).subarray(0, 2 * all.count);
}

function writeBand(
  product: Float64Array,
  { values, size, sampleRateHz }: Transformed,
  [lowHz, highHz]: readonly [number, number],
  gains: Gains | undefined,
): void {
  const low = Math.max(-size / 2, Math.floor((lowHz * size) / sampleRateHz) - 1);
  const high = Math.min(size / 2 - 1, Math.ceil((highHz * size) / sampleRateHz) + 1);
  for (let k = low; k <= high; k++) {
    const hz = (k * sampleRateHz) / size;
    if (hz < lowHz || hz > highHz) continue;
    const i = 2 * (k < 0 ? k + size : k);
    const factor = gains === undefined ? 1 : gainAt(gains, hz);
    product[i] = factor * values[i];
    product[i + 1] = factor * values[i + 1];
  }
}

/** Beyond the gains that are known, nothing passes. */
function gainAt({ values, bin }: Gains, hz: number): number {
  const i = Math.round(hz / bin + values.length / 2);
  return i >= 0 && i < values.length ? values[i] : 0;
}
