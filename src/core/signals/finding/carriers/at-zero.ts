import { type Changes, changesOf, LEAST_ALONG, MOST_ALONG } from "../changes.ts";
import { valueOfRank } from "../ranks.ts";
import { binWidth, type Resolution } from "../resolution.ts";
import { toneNear } from "./removal.ts";
import { mixedDown } from "./subtraction.ts";

/** Means of samples per second: their band holds most of the power of speech. */
const MEANS_HZ = 4000;
/** Means of a section, 8 ms, in which changes of a line are compared; and fewest sections. */
const [SECTION, LEAST_SECTIONS] = [32, 8];
/** Rank, as a share, of the power of the changes of a section that counts: speech has pauses, and a step of the gain lies in one section. */
const LOUD = 2 / 3;
/** Largest frequency of a receiver's constant that drifts, Hz; and in cycles over all samples, since noise moves the estimate. */
const [DRIFT_HZ, DRIFT_CYCLES] = [1, 2];
/** Least power of the changes along a carrier, relative to those across it. */
const ALONG = 4;

/**
 * Tells whether a line within half a bin of frequency 0 is a carrier with amplitude modulation, and not the receiver's constant.
 *
 * A constant has frequency 0. Noise and other signals over it change it along its phase as much as across it. Amplitude modulation changes a carrier along
 * its phase only: its sidebands mirror each other. Speech has pauses, so that the louder third of the time counts. Without modulation, a carrier at
 * frequency 0 is a constant.
 *
 * @param samples Complex, interleaved. @param isLimited Tells whether a limit disturbs them: it modulates a constant with other signals.
 */
export function isCarrierAtZero(samples: Float32Array, resolution: Resolution, isLimited: () => boolean): boolean {
  const { sampleRateHz } = resolution;
  const width = Math.max(1, Math.round(sampleRateHz / MEANS_HZ));
  const means = mixedDown(samples, 0, { step: width, weights: new Float64Array(width).fill(1 / width) });
  const count = means.length / 2;
  const sections = Math.floor(count / SECTION);
  if (sections < LEAST_SECTIONS) return false;
  const perMean = (hz: number) => (hz * width) / sampleRateHz;
  const { cycles } = toneNear(means, 0, Math.min(0.25, perMean(binWidth(resolution) / 2)));
  if (Math.abs(cycles) > Math.max(perMean(DRIFT_HZ), DRIFT_CYCLES / count)) return true;
  const steady = mixedDown(means, cycles, { step: 1, weights: Float64Array.of(1) });
  const changes = Array.from({ length: sections }, (_, i) =>
    changesOf(steady.subarray(2 * SECTION * i, 2 * SECTION * (i + 1))),
  );
  const ranked = (part: keyof Changes, rank: number) =>
    valueOfRank(
      Float64Array.from(changes, (one) => one[part]),
      rank,
    );
  const rank = Math.floor(LOUD * sections);
  const loud = ranked("along", rank);
  const carrier = ranked("own", sections >> 1);
  return (
    loud > ALONG * ranked("across", rank) &&
    loud >= LEAST_ALONG * carrier &&
    loud <= MOST_ALONG * carrier &&
    !isLimited()
  );
}
