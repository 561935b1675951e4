import { createTimeSlice } from "../../thread/time-slice.ts";
import { FLOOR, type NoiseFloor, quickGains, UNSEEN, unseenGain } from "./noise-floor.ts";
import type { Resolution } from "./resolution.ts";
import { spectraInSlices } from "./spectra.ts";

/** Least power of a frame in which the signal is on, relative to the median of frames in which noise seems to be. */
const ON = 0.25;
/** Places at which the noise is absent, at least: a beep without noise is one place. */
const LEAST_PLACES = 3;
/** Share of the bins that hold noise at least, and the most power of a signal's own spectrum there, relative to all of it. */
const [FREE, LEAKAGE] = [0.15, 0.1];
/** Share of the frames with seeming noise in which this holds. */
const MOST = 0.9;

/**
 * Tells whether a recording holds no noise, and its signal leaks into the whole band where it changes: keyed levels without a filter, of
 * which the tones between two changes show no noise. Noise that is there does not vanish while the signal stays as strong.
 *
 * @param samples Complex, interleaved.
 */
export async function isNoiseAbsent(
  samples: () => Float32Array,
  floor: NoiseFloor,
  resolution: Resolution,
): Promise<boolean> {
  const powersOf = () => spectraInSlices(samples(), resolution, createTimeSlice());
  // The gain of few bins is a median over too many frames to show such a place.
  const gain = resolution.length < FLOOR.manyBins ? quickGains(await powersOf(), floor, resolution) : floor.gain;
  // Equal values show less of the shape's unevenness than its bins have.
  const unseen = FLOOR.widestRatio * unseenGain(floor);
  const isUnseen = Array.from(gain, (value) => value <= unseen);
  if (!isUnseen.includes(true) || !isUnseen.includes(false)) return false;
  // Most recordings without noise have it in their pauses alone: that takes no transforms.
  const rough = framePowers(samples(), resolution);
  const on = ON * medianOf(rough.filter((_, t) => !isUnseen[t]));
  if (!rough.some((power, t) => isUnseen[t] && power >= on)) return false;
  return isLeakage(await powersOf(), floor, resolution.length);
}

/** The same from the powers of all frames, which a running median does not hide. */
function isLeakage(powers: Float32Array, { least }: NoiseFloor, bins: number): boolean {
  const frames = Array.from({ length: powers.length / bins }, (_, t) => {
    const row = powers.slice(t * bins, (t + 1) * bins).sort();
    return { power: row.reduce((sum, value) => sum + value, 0), noise: row[Math.floor(FREE * bins)] };
  });
  const isSilent = ({ noise }: { noise: number }) => noise <= UNSEEN * least;
  const noisy = frames.filter((frame) => !isSilent(frame));
  const on = ON * medianOf(noisy.map(({ power }) => power));
  const active = frames.filter(({ power }) => power >= on);
  const places = active.filter((frame, i) => isSilent(frame) && (i === 0 || !isSilent(active[i - 1])));
  const leaking = noisy.filter(({ power, noise }) => bins * noise < LEAKAGE * power);
  return places.length >= LEAST_PLACES && leaking.length >= MOST * noisy.length;
}

/** The energies of the samples of each frame. */
function framePowers(samples: Float32Array, { length, hop }: Resolution): number[] {
  const parts = new Float64Array(Math.floor(samples.length / (2 * hop)));
  for (let i = 0; i < 2 * hop * parts.length; i++) parts[Math.floor(i / (2 * hop))] += samples[i] ** 2;
  const each = length / hop;
  return Array.from({ length: Math.max(0, parts.length - each + 1) }, (_, t) =>
    parts.subarray(t, t + each).reduce((sum, value) => sum + value, 0),
  );
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The floor of a recording without noise: the least one everywhere. */
export const leastFloor = ({ gain, shape, least }: NoiseFloor): NoiseFloor => ({
  gain: gain.map(() => 1),
  shape: shape.map(() => least),
  least,
});
