import type { BlockType } from "../../flow/graph/block-type.ts";
import { inAndOut } from "./item-type.ts";

export interface Mixer {
  /** The frequency that moves to 0, Hz. */
  frequency: number;
  /** Samples per second; 0: the rate of the input. */
  rate: number;
}

/** Returns the rate by which the frequency is divided: cycles per sample without one. */
export const mixerRate = ({ rate }: Pick<Mixer, "rate">, hz: number | undefined): number => rate || (hz ?? 1);

export const mixer: BlockType<Mixer> = {
  title: "Mixer",
  category: "arithmetic",
  summary: "Moves a frequency to 0.",
  formula: "y[n] = x[n]·e^{−j2π·f·n/fs}",
  help:
    "Tune to a station with it, then filter. The frequency can change while the graph runs: the phase stays continuous. " +
    "The phase has 64 bits, so it stays exact for days.",
  keywords: ["tune", "translate", "shift", "rotator_cc", "freq_xlating_fir_filter"],
  fields: {
    frequency: {
      kind: "number",
      change: "set",
      label: "Frequency",
      unit: "Hz",
      min: -1e12,
      max: 1e12,
      step: 1000,
      description: "This frequency moves to 0. Without a known rate, the unit is cycles per sample.",
    },
    rate: {
      kind: "number",
      change: "rebuild",
      label: "Sample rate",
      unit: "Hz",
      min: 0,
      max: 1e12,
      step: 1000,
      description: "The rate fs of the formula. 0: the rate of the input, as the graph knows it.",
    },
  },
  defaults: { frequency: 0, rate: 0 },
  ports: () => inAndOut("complex"),
};
