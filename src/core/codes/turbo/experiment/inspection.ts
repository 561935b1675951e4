import { wholeFrom0 } from "../../../configuration/address.ts";

/** The fields of an inspection, by their names in a link. */
export const TURBO_INSPECTION = {
  at: {
    key: "ebn0Db",
    default: 0.5,
    label: "At Eb/N0",
    description: "Eb/N0 of the inspected codeword.",
    unit: "dB",
    min: -5,
    max: 30,
    step: 0.1,
    slider: { min: -1, max: 3 },
  },
  codeword: {
    key: "codeword",
    label: "Codeword",
    description: "Index of the codeword in the sweep, with the same bits and noise.",
    ...wholeFrom0(2 ** 24 - 1),
  },
  /** Index in `decodersOf`. */
  decoder: { key: "decoder", ...wholeFrom0(11) },
  /** BER at which to compare windows. */
  target: { key: "target", default: 1e-4, min: 1e-9, max: 0.5 },
  stage: { key: "stage", label: "From stage", description: "First stage of the trellis.", ...wholeFrom0(6143) },
  stages: {
    key: "stages",
    label: "Stages",
    description: "Number of stages of the trellis.",
    ...wholeFrom0(12),
    default: 4,
    min: 1,
  },
} as const;
