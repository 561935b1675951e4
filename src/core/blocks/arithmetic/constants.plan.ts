import { constantOperation } from "../../arithmetic/constant.ts";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import type { Constant } from "./constants.ts";
import { nearestInteger } from "./integers.ts";

const valueOf = ({ type, constant, imaginary }: Constant) =>
  ({ complex: [constant, imaginary] as const, real: constant, integer: nearestInteger(constant) })[type];

function withConstant(operation: "add" | "multiply", parameters: Constant): SampleBlock {
  const { setConstant, ...made } = constantOperation(operation, parameters.type, valueOf(parameters));
  return { ...made, set: (next: Constant) => setConstant(valueOf(next)) };
}

export const createAddConstant = (parameters: Constant) => withConstant("add", parameters);

export const createMultiplyConstant = (parameters: Constant) => withConstant("multiply", parameters);
