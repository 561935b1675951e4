import { transformTo } from "../../fft/fft.float64.ts";
import type { TimeSlice } from "../../thread/time-slice.ts";
import { framesIn, type Resolution } from "./resolution.ts";

/**
 * Returns the power density of frames, [frame][bin], negative frequencies first: the power of a complex tone of amplitude 1 is 1, and white
 * noise has its power over the rate in each cell.
 *
 * @param samples Complex samples, interleaved. Frames that do not fit are left out.
 */
export function spectraOf(samples: Float32Array, resolution: Resolution): Float32Array {
  const { length, hop, window, sampleRateHz } = resolution;
  const frames = framesIn(samples.length / 2, resolution);
  const powers = new Float32Array(frames * length);
  const energy = window.reduce((sum, value) => sum + value * value, 0);
  const scale = 1 / (energy * sampleRateHz);
  const x = new Float64Array(2 * length);
  const transform = new Float64Array(2 * length);
  for (let t = 0; t < frames; t++) {
    for (let n = 0, from = 2 * t * hop; n < length; n++, from += 2) {
      // The sign of every second sample moves frequency 0 to the middle.
      const value = n % 2 ? -window[n] : window[n];
      x[2 * n] = value * samples[from];
      x[2 * n + 1] = value * samples[from + 1];
    }
    transformTo(transform, x);
    for (let k = 0, to = t * length; k < length; k++, to++) {
      powers[to] = scale * (transform[2 * k] * transform[2 * k] + transform[2 * k + 1] * transform[2 * k + 1]);
    }
  }
  return powers;
}

/** Samples whose transforms are computed without a look at the clock. */
const PART = 2 ** 17;

/** Returns {@link spectraOf}'s powers, and shares the thread with other work meanwhile. */
export async function spectraInSlices(
  samples: Float32Array,
  resolution: Resolution,
  slice: TimeSlice,
): Promise<Float32Array> {
  const { length, hop } = resolution;
  const frames = framesIn(samples.length / 2, resolution);
  const powers = new Float32Array(frames * length);
  const some = Math.ceil(PART / length);
  for (let t = 0; t < frames; t += some) {
    const last = Math.min(frames, t + some) - 1;
    powers.set(spectraOf(samples.subarray(2 * t * hop, 2 * (last * hop + length)), resolution), t * length);
    if (slice.due()) await slice.pass();
  }
  return powers;
}
