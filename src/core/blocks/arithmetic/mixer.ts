import { frequencyShift } from "../../analog/mixer.ts";
import { field, type ValuesOf, variantOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { FREQUENCY, inAndOut, STATED_RATE } from "../definition.ts";

const fields = {
  frequency: field.number(
    "Frequency",
    "This frequency moves to 0. Without a known rate, the unit is cycles per sample.",
    { default: 0, change: "set", ...FREQUENCY },
  ),
  rate: variantOf(STATED_RATE, {
    description: "The rate fs of the formula. 0: the rate of the input, as the graph knows it.",
  }),
};

export type Mixer = ValuesOf<typeof fields>;

/** Returns the rate by which the frequency is divided: cycles per sample without one. */
export const mixerRate = ({ rate }: Pick<Mixer, "rate">, hz: number | undefined): number => rate || (hz ?? 1);

export const mixer = defineBlock({
  title: "Mixer",
  category: "arithmetic",
  summary: "Moves a frequency to 0.",
  formula: "y[n] = x[n]·e^{−j2π·f·n/fs}",
  help:
    "Tune to a station with it, then filter. The frequency can change while the graph runs: the phase stays continuous. " +
    "The phase has 64 bits, so it stays exact for days.",
  keywords: ["tune", "translate", "shift", "rotator_cc", "freq_xlating_fir_filter"],
  fields,
  ports: () => inAndOut("complex"),
  create(parameters, { hz }) {
    const rate = mixerRate(parameters, hz.in);
    const { setFrequency, ...shift } = frequencyShift(parameters.frequency / rate);
    return { ...shift, set: ({ frequency }: Mixer) => setFrequency(frequency / rate) };
  },
});
