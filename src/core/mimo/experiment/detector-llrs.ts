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
  const edges = Array.from({ length: BINS + 1 }, (_, i) => 4 * Math.sinh(widest * ((2 * i) / BINS - 1)));
  const [zeros, ones] = [new Uint32Array(BINS), new Uint32Array(BINS)];
  for (let at = 0; at < llr.length; at++) {
    const bin = Math.max(0, Math.min(BINS - 1, Math.floor(((bent(llr[at]) / widest + 1) * BINS) / 2)));
    (sentAt(at) ? ones : zeros)[bin]++;
  }
  return { edges, zeros: [...zeros], ones: [...ones] };
}

/** Low bits of a float32 that the first step of the selection leaves out: the rest is its exponent and four bits more. */
const LOW = 19;

/** Returns the magnitude at a rank, 0 the smallest. Sorting all of them would take longer than all else here. */
function magnitudeOf(llr: Float32Array, rank: number): number {
  const words = new Uint32Array(Float32Array.from(llr, Math.abs).buffer);
  const counts = new Uint32Array(2 ** (32 - LOW));
  for (const word of words) counts[word >>> LOW]++;
  let [group, below] = [0, 0];
  while (below + counts[group] <= rank) below += counts[group++];
  const inGroup = words.filter((word) => word >>> LOW === group).toSorted();
  return new Float32Array(inGroup.buffer)[rank - below];
}
