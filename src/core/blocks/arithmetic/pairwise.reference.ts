import type { Float64Block } from "../../flow/build/block-factory.ts";
import { mapPairs } from "../complex-pairs.ts";
import type { Pairwise } from "./pairwise.ts";

type Join = (a: number, b: number) => number;

/** @param integer The result for integers; by default that for real numbers. */
function joined({ type }: Pairwise, real: Join, integer: Join = real): Float64Block {
  const join = type === "integer" ? integer : real;
  return ({ a, b }) => ({ out: a.map((value, i) => join(value, b[i])) });
}

export const addFloat64 = (parameters: Pairwise): Float64Block =>
  joined(
    parameters,
    (a, b) => a + b,
    (a, b) => (a + b) | 0,
  );

export const subtractFloat64 = (parameters: Pairwise): Float64Block =>
  joined(
    parameters,
    (a, b) => a - b,
    (a, b) => (a - b) | 0,
  );

export function multiplyFloat64(parameters: Pairwise): Float64Block {
  if (parameters.type !== "complex") return joined(parameters, (a, b) => a * b, Math.imul);
  return ({ a, b }) => ({
    out: mapPairs(a, (re, im, n) => [re * b[2 * n] - im * b[2 * n + 1], re * b[2 * n + 1] + im * b[2 * n]]),
  });
}

export function divideFloat64(parameters: Pairwise): Float64Block {
  if (parameters.type !== "complex") {
    // WGSL's division of integers: rounded towards 0, x/0 = x.
    return joined(
      parameters,
      (a, b) => a / b,
      (a, b) => (b === 0 ? a : (a / b) | 0),
    );
  }
  return ({ a, b }) => ({
    out: mapPairs(a, (re, im, n) => {
      const [x, y] = [b[2 * n], b[2 * n + 1]];
      const norm = x * x + y * y;
      return [(re * x + im * y) / norm, (im * x - re * y) / norm];
    }),
  });
}
