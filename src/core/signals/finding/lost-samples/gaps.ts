import type { SampleArray } from "../../../capture/raw-samples.ts";
import { type NoiseFloor, noiseFloorOf } from "../noise-floor.ts";
import type { Resolution } from "../resolution.ts";

/** Samples [start, stop) of a part that were lost: all have one value. */
export type Gap = readonly [start: number, stop: number];

/** Tells whether a sample equals the one before. */
export const isRepeated = (samples: SampleArray, n: number) =>
  samples[2 * n] === samples[2 * n - 2] && samples[2 * n + 1] === samples[2 * n - 1];

/** Returns the runs of at least some equal samples, in order. @param samples Complex, interleaved. @param least At least 2. */
export function gapsOf(samples: SampleArray, least: number): Gap[] {
  const count = samples.length / 2;
  const gaps: Gap[] = [];
  // A run that is long enough holds one of these samples and the sample before it.
  const stride = least >> 1;
  for (let n = stride; n < count; n += stride) {
    if (!isRepeated(samples, n)) continue;
    let [start, stop] = [n - 1, n + 1];
    while (start > 0 && isRepeated(samples, start)) start--;
    while (stop < count && isRepeated(samples, stop)) stop++;
    if (stop - start >= least) gaps.push([start, stop]);
    n = Math.max(n, Math.floor((stop - 1) / stride) * stride);
  }
  return gaps;
}

/** Returns the frames that hold no sample of a gap. @param gaps In order. */
export function wholeFrames(frames: number, { length, hop }: Resolution, gaps: readonly Gap[]): number[] {
  let next = 0;
  return Array.from({ length: frames }, (_, t) => t).filter((t) => {
    while (next < gaps.length && gaps[next][1] <= t * hop) next++;
    return next === gaps.length || gaps[next][0] >= t * hop + length;
  });
}

/** Returns the floor of the frames without gaps. The others have the gain of the nearest one. @param powers [frame][bin]. */
export function floorBesideGaps(powers: Float32Array, resolution: Resolution, gaps: readonly Gap[]): NoiseFloor {
  const bins = resolution.length;
  const frames = powers.length / bins;
  const whole = wholeFrames(frames, resolution, gaps);
  const rows = new Float32Array(whole.length * bins);
  for (const [i, t] of whole.entries()) rows.set(powers.subarray(t * bins, (t + 1) * bins), i * bins);
  const floor = noiseFloorOf(rows, resolution);
  let i = 0;
  const gain = Float64Array.from({ length: frames }, (_, t) => {
    while (i + 1 < whole.length && Math.abs(whole[i + 1] - t) < Math.abs(whole[i] - t)) i++;
    return floor.gain[i];
  });
  return { ...floor, gain };
}
