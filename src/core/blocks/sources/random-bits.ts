import { seedField } from "../../configuration/fields.ts";
import type { BlockType } from "../../flow/graph/block-type.ts";

export interface RandomBits {
  seed: number;
  /** Bit/s; 0: not given. */
  rate: number;
}

export const randomBits: BlockType<RandomBits> = {
  title: "Random bits",
  category: "sources",
  summary: "Gives independent random bits, 0 and 1 with equal probability.",
  help: "A bit depends on the seed and on its index only. So all devices and page sizes give the same bits.",
  keywords: ["random source", "analog_random_uniform_source", "data", "glfsr"],
  fields: {
    seed: seedField("bits"),
    rate: {
      kind: "number",
      change: "rebuild",
      label: "Bit rate",
      unit: "bit/s",
      min: 0,
      max: 1e12,
      step: 1000,
      description: "It gives the blocks after it their rates in Hz. 0: no rate is known.",
    },
  },
  defaults: { seed: 1, rate: 0 },
  ports: () => ({ inputs: [], outputs: [{ name: "out", type: "bits" }] }),
  plan: async () => (await import("./random-bits.plan.ts")).createRandomBits,
};
