import bit from "#shaders/blocks/lib/random-bit.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

const fields = {
  seed: field.seed("bits"),
  rate: field.number("Bit rate", "It gives the blocks after it their rates in Hz. 0: no rate is known.", {
    default: 0,
    unit: "bit/s",
    min: 0,
    max: 1e12,
    step: 1000,
  }),
};

export type RandomBits = ValuesOf<typeof fields>;

export const randomBits = defineBlock({
  title: "Random bits",
  category: "sources",
  summary: "Gives independent random bits, 0 and 1 with equal probability.",
  help: "A bit depends on the seed and on its index only. So all devices and page sizes give the same bits.",
  keywords: ["random source", "analog_random_uniform_source", "data", "glfsr"],
  fields,
  ports: () => typedPorts({}, { out: "bits" }),
  create({ seed, rate }) {
    return {
      kind: "sample",
      wgsl: [bit, random, phasor],
      uniforms: { first: "vec2u", seed: "u32" },
      outputs: (_, { first, seed }, index) => ({ out: `randomBit(${first}, ${index}, ${seed})` }),
      values: ({ first }) => ({ first: [first % 2 ** 32, Math.floor(first / 2 ** 32)], seed }),
      isIndexed: true,
      hz: rate || undefined,
    };
  },
});
