import cosineWindow from "#shaders/blocks/lib/cosine-window.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import type { ValuesOf } from "../../configuration/schema.ts";
import { COSINES } from "../../filter-design/windows.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { sampleFormula } from "../sample-formula.ts";
import { windowedFields } from "./windows.ts";
import { inAndOut, SAMPLE_TYPE } from "../definition.ts";

const fields = { type: SAMPLE_TYPE, ...windowedFields("hann") };

export type WindowParameters = ValuesOf<typeof fields>;

export const window = defineBlock({
  title: "Window",
  category: "transforms",
  summary: "Multiplies each vector by a window.",
  formula: "y[k] = w[k]·x[k], k = 0 … N − 1; w[k] = Σ (−1)ⁱ·aᵢ·cos(2π·i·k/N)",
  help: "Use it before a transform, to reduce leakage between bins. The FFT block has windows too.",
  keywords: ["window", "taper", "leakage", "multiply_const_vxx"],
  fields,
  ports: ({ type, length }) => inAndOut(type, length),
  create({ window, length }) {
    const terms: readonly number[] = COSINES[window];
    // One period of "rectangular" is 1: it needs no window.
    if (terms.length === 1) return sampleFormula([], ({ in: x }) => x);
    const turn = 2 ** 32 / length;
    return {
      kind: "sample",
      wgsl: [cosineWindow, phasor],
      uniforms: { length: "u32", turn: "u32", rest: "f32", first: "f32", others: "vec4f" },
      outputs: ({ in: x }, { length, turn, rest, first, others }, index) => ({
        out: `${x} * cosineWindow(${index} % ${length}, ${turn}, ${rest}, ${first}, ${others})`,
      }),
      values: () => ({
        length,
        turn: Math.floor(turn),
        rest: turn % 1,
        first: terms[0],
        others: [1, 2, 3, 4].map((i) => (i % 2 ? -1 : 1) * (terms[i] ?? 0)),
      }),
    };
  },
});
