import { clusterInterval } from "./cluster-interval.ts";
import { confidenceInterval } from "./confidence.ts";

/** Counts over frames (codewords or packets). Frames are independent; the bits of a frame are not. */
export interface ErrorCount {
  frames: number;
  /** Frames with at least one wrong bit. */
  frameErrors: number;
  bits: number;
  errors: number;
  /** Sum over the frames of the square of the number of wrong bits. */
  squares: number;
}

/** Error rates with 95 % confidence intervals; null without counts. */
export interface ErrorRates extends ErrorCount {
  ber: number | null;
  /** Confidence interval of the BER from the errors of independent frames: {@link clusterInterval}. */
  ci95: [number, number] | null;
  fer: number | null;
  /** Clopper–Pearson interval of the frame error rate. */
  fer95: [number, number] | null;
}

/**
 * Returns the error rates of a count with their 95 % confidence intervals; null without counts.
 *
 * @example
 * ```ts
 * import { errorRates } from "threeray/measurement";
 *
 * const { ber, fer } = errorRates({ bits: 1000, errors: 5, frames: 10, frameErrors: 2, squares: 13 });
 * console.log(ber, fer); // 0.005 0.2
 * ```
 */
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
