import { clusterInterval } from "./cluster-interval.ts";
import { confidenceInterval } from "./confidence.ts";

/** What was counted in frames: codewords, packets. They are independent of each other; their bits are not. */
export interface ErrorCount {
  frames: number;
  /** Frames with a wrong bit. */
  frameErrors: number;
  bits: number;
  errors: number;
  /** Sum of the squares of each frame's number of wrong bits. */
  squares: number;
}

/** Error rates with intervals of 95 %; null where nothing has been counted. */
export interface ErrorRates extends ErrorCount {
  ber: number | null;
  /** Interval of the BER, from the errors of independent frames: {@link clusterInterval}. */
  ci95: [number, number] | null;
  fer: number | null;
  /** Clopper–Pearson interval of the frame error rate. */
  fer95: [number, number] | null;
}

export function errorRates(count: ErrorCount): ErrorRates {
  const { frames, frameErrors, bits, errors, squares } = count;
  const cluster = { units: frames, errored: frameErrors, trials: bits, errors, squares };
  return {
    ...count,
    ber: bits ? errors / bits : null,
    ci95: bits ? clusterInterval(cluster) : null,
    fer: frames ? frameErrors / frames : null,
    fer95: frames ? confidenceInterval(frameErrors, frames) : null,
  };
}
