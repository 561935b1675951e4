import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import bit from "#shaders/blocks/lib/random-bit.wgsl?raw";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import type { RandomBits } from "./random-bits.ts";

export function createRandomBitsBlock({ seed, rate }: RandomBits): SampleBlock {
  return {
    kind: "sample",
    wgsl: [bit, random, phasor],
    uniforms: { first: "vec2u", seed: "u32" },
    outputs: (_, { first, seed }, index) => ({ out: `randomBit(${first}, ${index}, ${seed})` }),
    values: ({ first }) => ({ first: [first % 2 ** 32, Math.floor(first / 2 ** 32)], seed }),
    isIndexed: true,
    hz: rate || undefined,
  };
}
