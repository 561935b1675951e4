import { wholeFrom0 } from "../../configuration/address.ts";

/** The fields of an inspection, by their names in a link. */
export const MIMO_INSPECTION = {
  at: {
    key: "snrDb",
    default: 14,
    label: "At SNR",
    description: "SNR of the figures of one page: constellations, LLRs, trellis, convergence.",
    unit: "dB",
    min: -20,
    max: 60,
    step: 0.5,
    slider: { min: 0, max: 30 },
  },
  frame: {
    key: "frame",
    label: "Frame",
    description: "Index of the frame in the sweep, with the same bits, channels and noise.",
    ...wholeFrom0(2 ** 24 - 1),
  },
  use: {
    key: "use",
    label: "Channel use",
    description: "Channel use in the frame whose trellis is drawn.",
    ...wholeFrom0(2303),
  },
  /** Error rate at which to compare detectors. */
  target: { key: "target", default: 1e-2, min: 1e-9, max: 0.5 },
} as const;
