import { confidenceInterval } from "./confidence.ts";

/** What was counted behind a decoder. */
export interface ErrorCount {
  frames: number;
  frameErrors: number;
  bits: number;
  errors: number;
  /** Sum of the squares of each frame's number of wrong bits. */
  squares: number;
}

/** Error rates with their Clopper–Pearson intervals of 95 %; null where nothing has been counted. */
export interface ErrorRates extends ErrorCount {
  ber: number | null;
  /** Of the BER, as if bits were wrong independently: in a frame that was not decoded they are not. */
  ci95: [number, number] | null;
  fer: number | null;
  fer95: [number, number] | null;
}

export function errorRates(count: ErrorCount): ErrorRates {
  const { frames, frameErrors, bits, errors } = count;
  return {
    ...count,
    ber: bits ? errors / bits : null,
    ci95: bits ? confidenceInterval(errors, bits) : null,
    fer: frames ? frameErrors / frames : null,
    fer95: frames ? confidenceInterval(frameErrors, frames) : null,
  };
}
