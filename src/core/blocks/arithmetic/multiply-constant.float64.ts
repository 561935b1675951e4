import type { Float64Block } from "../../flow/block-factory.ts";
import type { MultiplyConstant } from "./multiply-constant.ts";

export function multiplyConstantFloat64({ type, constant, imaginary }: MultiplyConstant): Float64Block {
  if (type === "real") return ({ in: x }) => ({ out: x.map((value) => constant * value) });
  return ({ in: x }) => ({
    out: x.map((value, i) =>
      i % 2 ? constant * value + imaginary * x[i - 1] : constant * value - imaginary * x[i + 1],
    ),
  });
}
