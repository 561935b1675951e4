import noise from "#shaders/blocks/lib/noise.wgsl?raw";
import phase from "#shaders/lib/phase.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { phaseWords } from "../../analog/phase.ts";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import type { NoiseSource } from "./noise-source.ts";
import { announced } from "./rate.ts";

const NUMBERS = { gaussian: "normalNoise", uniform: "uniformNoise", laplacian: "laplacianNoise" } as const;

export function createNoiseSource(parameters: NoiseSource): SampleBlock {
  const { type, distribution, seed } = parameters;
  let { amplitude } = parameters;
  return {
    kind: "sample",
    wgsl: [noise, phase, phasor, random],
    uniforms: { amplitude: "f32", seed: "u32", first: "vec2u" },
    outputs: (_, { amplitude, seed, first }, index) => ({
      out: `${amplitude} * ${NUMBERS[distribution]}(${seed}, ${first}, ${index})${type === "real" ? ".x" : ""}`,
    }),
    values: ({ first }) => ({
      amplitude: type === "real" ? amplitude : amplitude * Math.SQRT1_2,
      seed,
      first: phaseWords(BigInt(first)),
    }),
    isIndexed: true,
    isCostly: true,
    hz: announced(parameters),
    set: (next: NoiseSource) => void ({ amplitude } = next),
  };
}
