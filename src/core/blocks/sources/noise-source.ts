import noise from "#shaders/blocks/lib/noise.wgsl?raw";
import phase from "#shaders/lib/phase.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { phaseWords } from "../../analog/phase.ts";
import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { announced, LEVEL, typedPorts, SAMPLE_TYPE, SOURCE_RATE } from "../definition.ts";

const fields = {
  type: SAMPLE_TYPE,
  distribution: field.choice(
    "Distribution",
    "Gaussian noise is thermal noise. Laplacian noise has more large values.",
    ["gaussian", "uniform", "laplacian"],
    { default: "gaussian" },
  ),
  amplitude: field.number("Amplitude", "The scale A: of Gaussian noise the standard deviation.", {
    default: 1,
    ...LEVEL,
    min: 0,
  }),
  seed: field.seed("noise"),
  rate: SOURCE_RATE,
};

export type NoiseSource = ValuesOf<typeof fields>;

const NUMBERS = { gaussian: "normalNoise", uniform: "uniformNoise", laplacian: "laplacianNoise" } as const;

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
  ports: ({ type }) => typedPorts({}, { out: type }),
  create(parameters) {
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
  },
});
