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
  const magnitudes = Float32Array.from(llr, Math.abs).toSorted();
  const most = Math.max(1e-3, magnitudes[Math.floor(COVERED * (magnitudes.length - 1))]);
  const edges = Array.from({ length: BINS + 1 }, (_, i) => 4 * Math.sinh(bent(most) * ((2 * i) / BINS - 1)));
  const [zeros, ones] = [0, 1].map(() => Array.from({ length: BINS }, () => 0));
  for (const [at, value] of llr.entries()) {
    const bin = Math.max(0, Math.min(BINS - 1, Math.floor(((bent(value) / bent(most) + 1) * BINS) / 2)));
    (sentAt(at) ? ones : zeros)[bin]++;
  }
  return { edges, zeros, ones };
}
