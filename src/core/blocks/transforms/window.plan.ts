import cosineWindow from "#shaders/blocks/lib/cosine-window.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { COSINES } from "../../filter-design/windows.ts";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import { sampleFormula } from "../sample-formula.ts";
import type { WindowParameters } from "./window.ts";

export function createWindowBlock({ window, length }: WindowParameters): SampleBlock {
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
}
