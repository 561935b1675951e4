import complex from "#shaders/lib/complex.wgsl?raw";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import type { Constant } from "./constants.ts";
import { nearestInteger } from "./integers.ts";

const UNIFORM = { complex: "vec2f", real: "f32", integer: "i32" } as const;

/** @param formula The output for expressions of item and constant. */
function withConstant(parameters: Constant, formula: (item: string, constant: string) => string): SampleBlock {
  const { type } = parameters;
  const valueOf = ({ constant, imaginary }: Constant) =>
    ({ complex: [constant, imaginary], real: constant, integer: nearestInteger(constant) })[type];
  let value = valueOf(parameters);
  return {
    kind: "sample",
    wgsl: type === "complex" ? [complex] : [],
    uniforms: { constant: UNIFORM[type] },
    outputs: (inputs, { constant }) => ({ out: formula(inputs.in, constant) }),
    values: () => ({ constant: value }),
    set: (next: Constant) => void (value = valueOf(next)),
  };
}

export const createAddConstant = (parameters: Constant): SampleBlock =>
  withConstant(parameters, (item, constant) => `${item} + ${constant}`);

export const createMultiplyConstant = (parameters: Constant): SampleBlock =>
  withConstant(parameters, (item, constant) =>
    parameters.type === "complex" ? `mul(${item}, ${constant})` : `${item} * ${constant}`,
  );
