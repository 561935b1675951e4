import complex from "#shaders/lib/complex.wgsl?raw";
import type { SampleBlock } from "../../flow/block-factory.ts";
import type { MultiplyConstant } from "./multiply-constant.ts";

export function createMultiplyConstant(parameters: MultiplyConstant): SampleBlock {
  const isComplex = parameters.type === "complex";
  let { constant, imaginary } = parameters;
  return {
    kind: "sample",
    wgsl: isComplex ? [complex] : [],
    uniforms: { constant: isComplex ? "vec2f" : "f32" },
    outputs: (inputs, { constant }) => ({
      out: isComplex ? `mul(${inputs.in}, ${constant})` : `${inputs.in} * ${constant}`,
    }),
    values: () => ({ constant: isComplex ? [constant, imaginary] : constant }),
    set: (next: MultiplyConstant) => void ({ constant, imaginary } = next),
  };
}
