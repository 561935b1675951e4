import { clusterInterval } from "../measurement/cluster-interval.ts";
import { informationOf } from "./information.ts";

/** Bits whose LLRs have similar magnitudes. */
export interface ReliabilityBin {
  bits: number;
  /** Bits whose LLR has the wrong sign. */
  wrong: number;
  /** Mean error probability that the LLRs promise, 1/(1 + e^|L|). */
  promised: number;
  /** Measured error rate, and its 95 % interval. */
  rate: number;
  ci95: [number, number];
}

/** How well the magnitudes of LLRs predict their errors. */
export interface Calibration {
  /** In rising magnitude of the LLRs; without empty bins. */
  bins: ReliabilityBin[];
  /** Information in bits per bit for a decoder that takes the LLRs as they are. */
  information: number;
  /** The factor on all LLRs that gives the most information, and that information. Calibrated LLRs have a factor of 1. */
  scale: number;
  scaled: number;
}

/** Magnitudes between bins. The last bin has no upper edge. */
const EDGES = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 12] as const;
/** Smallest and largest factor. Without wrong signs the largest one is the best. */
const SCALES = [1 / 64, 64] as const;
const MOST_STEPS = 60;
/** The bin of each multiple of a half, up to the last edge. */
const BIN_OF_HALF = Array.from({ length: 2 * EDGES.at(-1)! + 1 }, (_, i) =>
  EDGES.findLastIndex((edge) => i / 2 >= edge),
);

/**
 * Compares the error probabilities that LLRs promise with measured error rates.
 *
 * @param llr log p(1)/p(0), unit by unit.
 * @param bitAt The transmitted bit, 0 or 1, of the LLR with an index.
 * @param unit Number of consecutive LLRs with dependent errors, e.g. a channel use. Units are independent.
 * @throws RangeError without LLRs.
 */
export function calibrationOf(llr: ArrayLike<number>, bitAt: (index: number) => number, unit: number): Calibration {
  if (llr.length === 0) throw new RangeError("detection/calibration: there must be at least one LLR, got 0");
  // Positive where the LLR has the wrong sign.
  const against = new Float64Array(llr.length);
  for (let i = 0; i < llr.length; i++) against[i] = bitAt(i) > 0 ? -llr[i] : llr[i];
  const counts = EDGES.map(() => ({ units: 0, errored: 0, trials: 0, errors: 0, squares: 0 }));
  const [bits, wrong] = [new Uint32Array(EDGES.length), new Uint32Array(EDGES.length)];
  const promises = new Float64Array(EDGES.length);
  for (let first = 0; first < llr.length; first += unit) {
    bits.fill(0);
    wrong.fill(0);
    const end = Math.min(llr.length, first + unit);
    for (let i = first; i < end; i++) {
      const magnitude = Math.abs(llr[i]);
      const bin = BIN_OF_HALF[Math.min(BIN_OF_HALF.length - 1, Math.floor(2 * magnitude))];
      bits[bin]++;
      // An LLR of 0 decides for 0.
      if (against[i] > 0 || (llr[i] === 0 && bitAt(i) > 0)) wrong[bin]++;
      promises[bin] += 1 / (1 + Math.exp(magnitude));
    }
    for (let bin = 0; bin < counts.length; bin++) {
      if (bits[bin] === 0) continue;
      const count = counts[bin];
      count.units++;
      count.errored += Number(wrong[bin] > 0);
      count.trials += bits[bin];
      count.errors += wrong[bin];
      count.squares += wrong[bin] ** 2;
    }
  }
  const bins = counts.flatMap((count, bin): ReliabilityBin[] => {
    const { trials, errors } = count;
    if (trials === 0) return [];
    const ci95 = clusterInterval(count);
    return [{ bits: trials, wrong: errors, promised: promises[bin] / trials, rate: errors / trials, ci95 }];
  });
  const isWrong = against.some((value) => value > 0);
  const scale = isWrong ? bestScale(against, bestScale(against, 1, SAMPLED)) : SCALES[1];
  const zero = () => 0;
  return { bins, information: informationOf(against, zero), scale, scaled: informationOf(against, zero, scale) };
}

/** A relative step after which the search ends. Newton's method squares the error at each step, so the result is far closer. */
const CLOSE = 1e-4;
/** The first steps towards the best factor use one LLR of this many, the last ones all of them. */
const SAMPLED = 16;

/**
 * Returns the factor on LLRs of bits 0 with the most information: the zero of a monotonic derivative, by Newton's method in a bracket.
 *
 * @param first Where the search begins.
 * @param every One LLR of this many counts.
 */
function bestScale(against: Float64Array, first: number, every = 1): number {
  let [low, high]: [number, number] = [...SCALES];
  let scale = first;
  for (let step = 0; step < MOST_STEPS; step++) {
    let [slope, bend] = [0, 0];
    for (let i = 0; i < against.length; i += every) {
      const wrong = against[i];
      const error = 1 / (1 + Math.exp(-scale * wrong));
      slope += wrong * error;
      bend += wrong * wrong * error * (1 - error);
    }
    if (slope > 0) high = scale;
    else low = scale;
    const newton = scale - slope / bend;
    const next = newton > low && newton < high ? newton : Math.sqrt(low * high);
    if (Math.abs(next - scale) <= CLOSE * scale) return next;
    scale = next;
  }
  return scale;
}
