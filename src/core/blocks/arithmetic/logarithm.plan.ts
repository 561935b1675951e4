import type { SampleBlock } from "../../flow/build/block-factory.ts";
import type { Logarithm } from "./logarithm.ts";

export function createLogarithm(parameters: Logarithm): SampleBlock {
  let { factor, offset } = parameters;
  return {
    kind: "sample",
    wgsl: [],
    uniforms: { factor: "f32", offset: "f32" },
    // The smallest normal number takes the place of 0.
    outputs: ({ in: x }, { factor, offset }) => ({ out: `${factor} * log2(max(${x}, 1.17549435e-38)) + ${offset}` }),
    values: () => ({ factor: factor * Math.log10(2), offset }),
    set: (next: Logarithm) => void ({ factor, offset } = next),
  };
}
