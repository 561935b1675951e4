import { wholeFrom0 } from "../../configuration/address.ts";

/** The fields of an inspection, by their names in a link. */
export const ADAPTIVE_INSPECTION = {
  packet: {
    key: "packet",
    label: "Packet",
    description: "Index of the packet in the sweep, with the same symbols, channel and noise.",
    ...wholeFrom0(2 ** 24 - 1),
  },
  at: {
    key: "ebn0Db",
    default: 14,
    label: "At Eb/N0",
    description: "Eb/N0 of the learning curves and of the packet.",
    unit: "dB",
    min: -20,
    max: 60,
    step: 0.5,
    slider: { min: 0, max: 30 },
  },
  from: {
    key: "from",
    label: "From symbol",
    description: "First step of the trellis of MLSE.",
    ...wholeFrom0(100_000),
  },
  steps: {
    key: "steps",
    label: "Steps",
    description: "Steps of the trellis to show.",
    unit: "",
    integer: true,
    default: 32,
    min: 4,
    max: 96,
    step: 4,
  },
  /** Number of the equalizer whose taps are shown, among the chosen ones. */
  shown: { key: "shown", ...wholeFrom0(63) },
  /** Bit error rate at which to compare equalizers. */
  target: { key: "target", default: 1e-3, min: 1e-9, max: 0.5 },
} as const;
