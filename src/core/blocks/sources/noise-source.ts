import { seedField } from "../../configuration/fields.ts";
import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_ITEM_TYPE, type AtItemType } from "../arithmetic/item-type.ts";
import { AT_RATE, type AtRate } from "./rate.ts";

export interface NoiseSource extends AtItemType, AtRate {
  distribution: "gaussian" | "uniform" | "laplacian";
  amplitude: number;
  seed: number;
}

export const noiseSource: BlockType<NoiseSource> = {
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
  fields: {
    type: AT_ITEM_TYPE,
    distribution: {
      kind: "choice",
      change: "rebuild",
      label: "Distribution",
      choices: ["gaussian", "uniform", "laplacian"] satisfies NoiseSource["distribution"][],
      description: "Gaussian noise is thermal noise. Laplacian noise has more large values.",
    },
    amplitude: {
      kind: "number",
      change: "set",
      label: "Amplitude",
      unit: "",
      min: 0,
      max: 1e30,
      step: 0.1,
      description: "The scale A: of Gaussian noise the standard deviation.",
    },
    seed: seedField("noise"),
    rate: AT_RATE,
  },
  defaults: { type: "complex", distribution: "gaussian", amplitude: 1, seed: 1, rate: 0 },
  ports: ({ type }) => ({ inputs: [], outputs: [{ name: "out", type }] }),
  plan: async () => (await import("./noise-source.plan.ts")).createNoiseSource,
};
