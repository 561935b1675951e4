import { autocorrelation, risen } from "../acquisition/autocorrelation.reference.ts";
import { candidates } from "../acquisition/candidates.reference.ts";
import { GAP, PLATEAU, RISE, SEARCH, TRAINING_THRESHOLD } from "../acquisition/search.ts";
import { float64Estimators } from "../equalization/factories.reference.ts";
import type { EstimatorName } from "../equalization/registry.ts";
import { type CandidateFrame, receiveCandidate } from "./candidate.float64.ts";

/** Magnitude from which on a sample counts as 0, as one that is no number does. */
const TOO_LARGE = 2 ** 50;

/**
 * Receives the 802.11 frames of samples, complex pairs, in float64: from samples to checked octets. Candidates before the sample
 * `lead` do not count. Frames that end at the sample `begin` or earlier have no octets. There is room for any number of frames.
 *
 * @returns For each candidate its frame, or undefined if no field describes a frame.
 */
export function receiveSamples(
  received: Float64Array,
  { estimator, lead, begin }: { estimator: EstimatorName; lead: number; begin: number },
): (CandidateFrame | undefined)[] {
  const samples = finite(received);
  const above = autocorrelation(samples).map((value) => Number(value > TRAINING_THRESHOLD));
  const all = candidates(above, risen(samples, RISE), { plateau: PLATEAU, gap: GAP });
  return all.flatMap((candidate, i) => {
    if (candidate < lead) return [];
    const next = Math.min(candidate + SEARCH, all[i + 1] ?? Infinity);
    return [receiveCandidate(samples, { candidate, next, begin }, float64Estimators[estimator])];
  });
}

const finite = (samples: Float64Array): Float64Array => {
  const isFinite = (value: number) => Math.abs(value) < TOO_LARGE;
  return samples.map((value, i) => (isFinite(samples[i - (i % 2)]) && isFinite(samples[i - (i % 2) + 1]) ? value : 0));
};
