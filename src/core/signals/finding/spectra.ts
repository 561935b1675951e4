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
  const frames = framesIn(samples.length / 2, resolution);
  const powers = new Float32Array(frames * resolution.length);
  writeSpectra(powers, samples, resolution, [0, frames]);
  return powers;
}

/** Writes the power density of frames [from, to) to their place among all frames. */
function writeSpectra(
  powers: Float32Array,
  samples: Float32Array,
  { length, hop, window, sampleRateHz }: Resolution,
  [from, to]: readonly [number, number],
): void {
  const energy = window.reduce((sum, value) => sum + value * value, 0);
  const scale = 1 / (energy * sampleRateHz);
  // The sign of every second sample moves frequency 0 to the middle.
  const turned = window.map((value, n) => (n % 2 ? -value : value));
  const x = new Float64Array(2 * length);
  const transform = new Float64Array(2 * length);
  for (let t = from; t < to; t++) {
    for (let n = 0, at = 2 * t * hop; n < length; n++, at += 2) {
      x[2 * n] = turned[n] * samples[at];
      x[2 * n + 1] = turned[n] * samples[at + 1];
    }
    transformTo(transform, x);
    for (let k = 0, at = t * length; k < length; k++, at++) {
      powers[at] = scale * (transform[2 * k] * transform[2 * k] + transform[2 * k + 1] * transform[2 * k + 1]);
    }
  }
}

/** Samples whose transforms are computed without a look at the clock. */
const PART = 2 ** 17;

/** Returns {@link spectraOf}'s powers, and shares the thread with other work meanwhile. */
export async function spectraInSlices(
  samples: Float32Array,
  resolution: Resolution,
  slice: TimeSlice,
): Promise<Float32Array> {
  const { length } = resolution;
  const frames = framesIn(samples.length / 2, resolution);
  const powers = new Float32Array(frames * length);
  const some = Math.ceil(PART / length);
  for (let t = 0; t < frames; t += some) {
    writeSpectra(powers, samples, resolution, [t, Math.min(frames, t + some)]);
    if (slice.due()) await slice.pass();
  }
  return powers;
}
