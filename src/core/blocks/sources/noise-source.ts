import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { AT_ITEM_TYPE } from "../arithmetic/item-type.ts";
import { AT_RATE } from "./rate.ts";

const fields = {
  type: AT_ITEM_TYPE,
  distribution: field.choice(
    "Distribution",
    "Gaussian noise is thermal noise. Laplacian noise has more large values.",
    ["gaussian", "uniform", "laplacian"],
    { default: "gaussian" },
  ),
  amplitude: field.number("Amplitude", "The scale A: of Gaussian noise the standard deviation.", {
    default: 1,
    change: "set",
    min: 0,
    max: 1e30,
    step: 0.1,
  }),
  seed: field.seed("noise"),
  rate: AT_RATE,
};

export type NoiseSource = ValuesOf<typeof fields>;

export const noiseSource = defineBlock({
  title: "Noise source",
  category: "sources",
  summary: "Makes white noise.",
  formula:
    "Gaussian: standard deviation A, with the power A² of real and complex noise alike. Uniform: −A to A. " +
    "Laplacian: density e^{−|y|/A}/2A. Complex noise has 1/√2 of it in each part",
  help:
    "A sample depends on the seed and on its index only. So all devices and page sizes give the same noise. The " +
    "amplitude can change while the graph runs.",
  keywords: ["AWGN", "gaussian", "random", "analog_noise_source_x", "analog_fastnoise_source_x"],
  fields,
  ports: ({ type }) => ({ inputs: [], outputs: [{ name: "out", type }] }),
  plan: async () => (await import("./noise-source.plan.ts")).createNoiseSource,
});
