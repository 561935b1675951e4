import { wholeFrom0 } from "../../configuration/address.ts";

const index = <Key extends string>(key: Key, label: string, description: string, max: number) => {
  return { key, label, description, ...wholeFrom0(max) } as const;
};

const SNR = { label: "At SNR", description: "SNR of the inspected packet.", unit: "dB", slider: { min: 0, max: 40 } };
const STEPS = { label: "Steps", description: "Steps of the trellis to show.", unit: "", integer: true };

/**
 * The fields of an inspection, by their names in a link. The rate and the estimator are indices in the experiment's lists.
 */
export const WIFI_INSPECTION = {
  at: { key: "snrDb", default: 20, ...SNR, min: -20, max: 60, step: 0.5 },
  packet: index("packet", "Packet", "Index of the packet in the sweep, with the same octets and noise.", 2 ** 24 - 1),
  rate: index("rate", "Rate", "Rate of the inspected packet.", 7),
  estimator: { ...index("estimator", "Estimator", "Estimator of the inspected packet.", 6), default: 1 },
  symbol: index("symbol", "Symbol", "Symbol of the frame’s data.", 1365),
  bit: index("bit", "Bit", "Bit of the PSDU, in the order of transmission.", 32_759),
  step: index("step", "From step", "First step of the trellis.", 32_781),
  steps: { key: "steps", default: 24, ...STEPS, min: 4, max: 96, step: 4 },
  /** Packet error rate at which to compare estimators. */
  target: { key: "target", default: 0.1, min: 1e-6, max: 0.9 },
} as const;
