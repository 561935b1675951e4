import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { constellationField } from "../bits-and-codes/constellations.ts";
import { inAndOut } from "../definition.ts";
import { listField } from "../list-field.ts";

const fields = {
  constellation: constellationField("BPSK"),
  taps: listField(
    "Taps",
    "The impulse response h of the channel as JSON, numbers and pairs [re, im], one per symbol.",
    [0.407, 0.815, 0.407],
  ),
  traceback: field.whole(
    "Traceback",
    "Symbols after which a symbol is decided. Five times the memory of the channel lose little.",
    { default: 20, min: 0, max: 1024 },
  ),
};

export type Mlse = ValuesOf<typeof fields>;

export const mlse = defineBlock({
  title: "Sequence estimator (MLSE)",
  category: "filters",
  summary: "Finds the most likely symbols behind a known channel by the Viterbi algorithm.",
  formula:
    "out[n] = â[n − D] of the sequence â with the least Σ_k |x[k] − Σ_l h[l]·â[k − l]|² up to k = n, D the traceback",
  help:
    "The input has one sample per symbol, white noise, and symbols of unit mean energy. " +
    "M points and L + 1 taps make M^L states, at most 1024. Before the stream the block expects silence. " +
    "It gives points of the constellation, D symbols late, and zeros before them. " +
    "Zeros follow the end of a signal, so its last L symbols are less certain. " +
    "Behind a symbol synchronizer, echoes move the instants of the samples, and with them the taps.",
  keywords: ["maximum likelihood", "Viterbi equalizer", "trellis_viterbi_combined_xx", "intersymbol interference"],
  fields,
  ports: () => inAndOut("complex"),
  plan: async () => (await import("./mlse.plan.ts")).createMlse,
});
