import { clusterInterval } from "../measurement/cluster-interval.ts";

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
  const groups = groupsOf(against);
  const counts = EDGES.map(() => ({ units: 0, errored: 0, trials: 0, errors: 0, squares: 0 }));
  const [bits, wrong] = [new Uint32Array(EDGES.length), new Uint32Array(EDGES.length)];
  const promises = new Float64Array(EDGES.length);
  for (let first = 0; first < llr.length; first += unit) {
    bits.fill(0);
    wrong.fill(0);
    const end = Math.min(llr.length, first + unit);
    for (let i = first; i < end; i++) {
      const bin = binOf(against[i]);
      bits[bin]++;
      // An LLR of 0 decides for 0.
      if (against[i] > 0 || (llr[i] === 0 && bitAt(i) > 0)) wrong[bin]++;
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
  for (const { count, mean, spread } of groups) {
    const promise = 1 / (1 + Math.exp(Math.abs(mean)));
    promises[binOf(mean)] += count * promise + spread * promise * (1 - promise) * (0.5 - promise);
  }
  const bins = counts.flatMap((count, bin): ReliabilityBin[] => {
    const { trials, errors } = count;
    if (trials === 0) return [];
    const ci95 = clusterInterval(count);
    return [{ bits: trials, wrong: errors, promised: promises[bin] / trials, rate: errors / trials, ci95 }];
  });
  const isWrong = groups.some(({ mean }) => mean > 0);
  const scale = isWrong ? bestScale(groups) : SCALES[1];
  return { bins, information: informationOf(groups, 1), scale, scaled: informationOf(groups, scale) };
}

/** The bin of an LLR. */
const binOf = (llr: number) => BIN_OF_HALF[Math.min(BIN_OF_HALF.length - 1, Math.floor(2 * Math.abs(llr)))];

/**
 * LLRs that differ by less than 1/128 of their value. A function of all LLRs then takes an exponential per group: its value at the mean,
 * and half its second derivative times the spread. What is left out is below 1e-9 of the function, so that sums have nine digits.
 */
interface Group {
  count: number;
  mean: number;
  /** Sum of the squared deviations from the mean. */
  spread: number;
}

/** Low bits of a float32 that groups leave out: the rest is its sign, its exponent and seven bits more. */
const LOW = 16;

/** Groups do not cross the edges between bins, which have few bits. */
function groupsOf(llr: Float64Array): Group[] {
  const words = new Uint32Array(Float32Array.from(llr).buffer);
  const counts = new Uint32Array(2 ** (32 - LOW));
  const [sums, squares] = [new Float64Array(counts.length), new Float64Array(counts.length)];
  for (let i = 0; i < llr.length; i++) {
    const group = words[i] >>> LOW;
    counts[group]++;
    sums[group] += llr[i];
    squares[group] += llr[i] * llr[i];
  }
  const groups: Group[] = [];
  for (let group = 0; group < counts.length; group++) {
    const count = counts[group];
    if (count === 0) continue;
    const mean = sums[group] / count;
    const spread = squares[group] - sums[group] * mean;
    // Rounding may give less than 0, and infinite LLRs no number.
    groups.push({ count, mean, spread: spread > 0 ? spread : 0 });
  }
  return groups;
}

/** Information in bits per bit of LLRs of bits 0, times a factor: see `informationOf` in information.ts, which needs a pass over all. */
function informationOf(groups: readonly Group[], scale: number): number {
  let [lost, all] = [0, 0];
  for (const { count, mean, spread } of groups) {
    const wrong = scale * mean;
    const error = 1 / (1 + Math.exp(-wrong));
    const loss = Math.max(0, wrong) + Math.log1p(Math.exp(-Math.abs(wrong)));
    lost += count * loss + (spread * scale * scale * error * (1 - error)) / 2;
    all += count;
  }
  return Math.max(0, 1 - lost / Math.LN2 / all);
}

/** A relative step after which the search ends. Newton's method squares the error at each step, so the result is far closer. */
const CLOSE = 1e-4;

/** Returns the factor on LLRs of bits 0 with the most information: the zero of a monotonic derivative, by Newton's method in a bracket. */
function bestScale(groups: readonly Group[]): number {
  let [low, high]: [number, number] = [...SCALES];
  let scale = 1;
  for (let step = 0; step < MOST_STEPS; step++) {
    let [slope, bend] = [0, 0];
    for (const { count, mean: wrong } of groups) {
      const error = 1 / (1 + Math.exp(-scale * wrong));
      slope += count * wrong * error;
      bend += count * wrong * wrong * error * (1 - error);
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
