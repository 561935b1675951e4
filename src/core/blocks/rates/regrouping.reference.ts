import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { EveryNth, Head } from "./regrouping.ts";

/** Numbers per item. */
const widthOf = ({ type, vector }: Pick<EveryNth, "type" | "vector">) => vector * (type === "complex" ? 2 : 1);

export function keepOneInNFloat64(parameters: EveryNth): Float64Block {
  const width = widthOf(parameters);
  const { n } = parameters;
  return ({ in: x }) => ({
    out: Float64Array.from(
      { length: x.length / n },
      (_, i) => x[(Math.floor(i / width) * n + n - 1) * width + (i % width)],
    ),
  });
}

export function repeatFloat64(parameters: EveryNth): Float64Block {
  const width = widthOf(parameters);
  const { n } = parameters;
  return ({ in: x }) => ({
    out: Float64Array.from({ length: x.length * n }, (_, i) => x[Math.floor(i / (n * width)) * width + (i % width)]),
  });
}

const identity = (): Float64Block => {
  return ({ in: x }) => ({ out: x });
};

export const streamToVectorFloat64 = identity;

export const vectorToStreamFloat64 = identity;

export const sampleRateFloat64 = identity;

export function headFloat64(parameters: Head): Float64Block {
  let left = parameters.items * widthOf(parameters);
  return ({ in: x }) => {
    const out = x.slice(0, left);
    left -= out.length;
    return { out };
  };
}
