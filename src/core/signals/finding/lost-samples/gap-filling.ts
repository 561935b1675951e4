import { type Gap, isRepeated, wholeFrames } from "./gaps.ts";
import { type GridConfig, gridsOf, type SegmentGrids } from "../grids.ts";
import { gainReachOf, unseenGain } from "../noise-floor.ts";
import { valueOfRank } from "../ranks.ts";
import type { RatioGrid } from "../regions.ts";
import { framesIn } from "../resolution.ts";

/** Largest share of the other samples that equal the one before. Noise that is weaker than a step of integers keeps a value for long, too. */
const MOST_REPEATED = 0.5;
/** A frame shows noise if at most this share of its bins is above this ratio to the floor, which noise reaches once in 20,000 cells. */
const [LOUD, MOST_LOUD] = [10, 0.1];
/** Least share of the frames without gaps that show noise. The side lobes of signals without noise look like a floor, but never alone. */
const LEAST_NOISE = 1 / 8;

/**
 * Fills the gaps of a part that holds noise, and returns its samples and grids. The noise is as strong in the gaps as beside them: otherwise what is
 * heard between two gaps, or between a gap and an end, would be a signal. Returns undefined where few frames have no gap, and where few of
 * these show noise: then the part is silent.
 *
 * @param samples Complex, interleaved.
 */
export async function withoutGaps(
  samples: Float32Array,
  gaps: readonly Gap[],
  config: GridConfig,
): Promise<{ samples: Float32Array; grids: SegmentGrids } | undefined> {
  const { long } = config;
  if (isRepeating(otherParts(samples, gaps))) return undefined;
  const whole = wholeFrames(framesIn(samples.length / 2, long), long, gaps);
  if (whole.length <= 2 * gainReachOf(long.length)) return undefined;
  const filled = filledWithMiddle(samples, gaps, long.hop);
  const grids = await gridsOf(filled, { ...config, gaps });
  const { floor } = grids.long;
  const unseen = unseenGain(floor);
  const showing = whole.filter((t) => showsNoise(grids.long.grid, t));
  const hasNoise = floor.gain.every((gain) => gain > unseen) && showing.length >= LEAST_NOISE * whole.length;
  return hasNoise ? { samples: filled, grids } : undefined;
}

function showsNoise({ ratios, bins }: RatioGrid, frame: number): boolean {
  const own = ratios.subarray(frame * bins, (frame + 1) * bins);
  return own.reduce((loud, ratio) => loud + (ratio > LOUD ? 1 : 0), 0) <= MOST_LOUD * bins;
}

/** Returns samples with their middle in the gaps: a receiver's constant does not begin or end there. */
function filledWithMiddle(samples: Float32Array, gaps: readonly Gap[], block: number): Float32Array {
  const sums = otherParts(samples, gaps).flatMap((part) =>
    Array.from({ length: Math.floor(part.length / 2 / block) }, (_, i) =>
      sumOf(part.subarray(2 * i * block, 2 * (i + 1) * block)),
    ),
  );
  // Means of noise, except where a strong signal is on. Integers have finer means than medians.
  const middle = [0, 1].map(
    (part) =>
      valueOfRank(
        Float64Array.from(sums, (sum) => sum[part]),
        sums.length >> 1,
      ) / block,
  );
  const filled = samples.slice();
  for (const [start, stop] of gaps) for (let i = 2 * start; i < 2 * stop; i++) filled[i] = middle[i & 1];
  return filled;
}

/** Tells whether most samples equal the one before. */
function isRepeating(parts: readonly Float32Array[]): boolean {
  let [repeats, count] = [0, 0];
  for (const part of parts) {
    count += part.length / 2;
    for (let n = 1; n < part.length / 2; n++) if (isRepeated(part, n)) repeats++;
  }
  return repeats >= MOST_REPEATED * count;
}

function sumOf(samples: Float32Array): readonly [re: number, im: number] {
  let [re, im] = [0, 0];
  for (let i = 0; i < samples.length; i += 2) {
    re += samples[i];
    im += samples[i + 1];
  }
  return [re, im];
}

/** Returns the samples before, between and after gaps. */
const otherParts = (samples: Float32Array, gaps: readonly Gap[]): Float32Array[] =>
  [...gaps, [samples.length / 2, 0] as const].map(([stop], i) =>
    samples.subarray(2 * (i > 0 ? gaps[i - 1][1] : 0), 2 * stop),
  );
