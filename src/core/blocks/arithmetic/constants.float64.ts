import type { Float64Block } from "../../flow/build/block-factory.ts";
import { mapPairs } from "../complex-pairs.ts";
import type { ConstantParameters } from "./constants.ts";
import { nearestInteger } from "./integers.ts";

export function addConstantFloat64({ type, constant, imaginary }: ConstantParameters): Float64Block {
  const whole = nearestInteger(constant);
  const sums = {
    complex: (x: Float64Array) => mapPairs(x, (re, im) => [re + constant, im + imaginary]),
    real: (x: Float64Array) => x.map((value) => value + constant),
    integer: (x: Float64Array) => x.map((value) => (value + whole) | 0),
  };
  return ({ in: x }) => ({ out: sums[type](x) });
}

export function multiplyConstantFloat64({ type, constant, imaginary }: ConstantParameters): Float64Block {
  const whole = nearestInteger(constant);
  const products = {
    complex: (x: Float64Array) =>
      mapPairs(x, (re, im) => [re * constant - im * imaginary, re * imaginary + im * constant]),
    real: (x: Float64Array) => x.map((value) => value * constant),
    integer: (x: Float64Array) => x.map((value) => Math.imul(value, whole)),
  };
  return ({ in: x }) => ({ out: products[type](x) });
}
