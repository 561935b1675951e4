import { type Calibration, calibrationOf } from "../../detection/calibration.ts";
import { mimoFrame, type MimoExperiment, type MimoReceiver, sizesOf } from "./experiment.ts";

/** The LLRs of a detector after one of its outer iterations. */
export interface DetectorLlrs extends MimoReceiver {
  histogram: LlrHistogram;
  /** How well the LLRs predict their errors. */
  calibration: Calibration;
}

/** Counts of LLRs of bits sent as 0 and as 1 between edges. LLRs beyond the outer edges count in the outer bins. */
export interface LlrHistogram {
  edges: number[];
  zeros: number[];
  ones: number[];
}

const BINS = 60;
/** Share of the magnitudes within the histograms' range. */
const COVERED = 0.98;

/**
 * Returns the distribution and the calibration of a detector's LLRs, [use][M·B].
 *
 * @param sentAt The transmitted bit, 0 or 1, of the LLR with an index.
 */
export function detectorLlrs(
  config: MimoExperiment,
  receiver: MimoReceiver,
  llr: Float32Array,
  sentAt: (place: number) => number,
): DetectorLlrs {
  const { antennas, bitsPerSymbol } = sizesOf(config);
  // A decoder and a channel for a whole frame make the errors of a frame dependent.
  const whole = receiver.outer > 1 || config.channel === "block-rayleigh";
  const unit = whole ? mimoFrame(config).sent : antennas * bitsPerSymbol;
  return { ...receiver, histogram: histogramOf(llr, sentAt), calibration: calibrationOf(llr, sentAt, unit) };
}

/** The axis on which bins have equal widths: linear up to about 4, logarithmic beyond. */
const bent = (llr: number) => Math.asinh(llr / 4);

function histogramOf(llr: Float32Array, sentAt: (place: number) => number): LlrHistogram {
  const most = Math.max(1e-3, magnitudeOf(llr, Math.floor(COVERED * (llr.length - 1))));
  const widest = bent(most);
  const edges = Float64Array.from({ length: BINS + 1 }, (_, i) => 4 * Math.sinh(widest * ((2 * i) / BINS - 1)));
  // A hyperbolic function per LLR would take longer than all else here. A group lies in one bin, or in two neighbours.
  const lowest = lowestBins(edges);
  const words = wordsOf(llr);
  const counts = [new Uint32Array(BINS + 1), new Uint32Array(BINS + 1)];
  for (let at = 0; at < llr.length; at++) {
    let bin = lowest[words[at] >>> LOW];
    while (bin < BINS && llr[at] >= edges[bin + 1]) bin++;
    counts[sentAt(at)][bin]++;
  }
  // The last edge belongs to the last bin, and so does everything beyond.
  const [zeros, ones] = counts.map((own) => [...own.subarray(0, BINS - 1), own[BINS - 1] + own[BINS]]);
  return { edges: [...edges], zeros, ones };
}

/** Low bits of a float32 that groups leave out: the rest is its sign, its exponent and four bits more. */
const LOW = 19;
const SIGN = 2 ** 31;

const wordsOf = (values: Float32Array) => new Uint32Array(values.buffer, values.byteOffset, values.length);

/** Returns the bin of the least number of each group of float32 numbers with the same high bits; 0 where a group has none. */
function lowestBins(edges: Float64Array): Uint8Array {
  const words = new Uint32Array(2 ** (32 - LOW));
  const half = words.length / 2;
  for (let group = 0; group < words.length; group++) {
    const word = group * 2 ** LOW;
    words[group] = word < SIGN ? word : word + 2 ** LOW - 1;
  }
  const least = new Float32Array(words.buffer);
  const bins = new Uint8Array(words.length);
  let bin = 0;
  const take = (group: number) => {
    if (Number.isNaN(least[group])) return;
    while (bin < BINS && edges[bin + 1] <= least[group]) bin++;
    bins[group] = bin;
  };
  // In rising order: negative numbers rise with falling words.
  for (let group = words.length - 1; group >= half; group--) take(group);
  for (let group = 0; group < half; group++) take(group);
  return bins;
}

/** Returns the magnitude at a rank, 0 the smallest. Sorting all of them would take longer than all else here. */
function magnitudeOf(llr: Float32Array, rank: number): number {
  const words = wordsOf(llr);
  const counts = new Uint32Array(2 ** (31 - LOW));
  const groupOf = (word: number) => (word & (SIGN - 1)) >>> LOW;
  for (let i = 0; i < words.length; i++) counts[groupOf(words[i])]++;
  let [group, below] = [0, 0];
  while (below + counts[group] <= rank) below += counts[group++];
  const inGroup = new Float32Array(counts[group]);
  for (let i = 0, at = 0; i < words.length; i++) if (groupOf(words[i]) === group) inGroup[at++] = Math.abs(llr[i]);
  return inGroup.toSorted()[rank - below];
}
