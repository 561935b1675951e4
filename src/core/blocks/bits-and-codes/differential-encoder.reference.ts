import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { DifferentialEncoder } from "./differential-encoder.ts";

export function differentialEncoderFloat64({ type, modulus, coding }: DifferentialEncoder): Float64Block {
  const M = type === "bits" ? 2 : modulus;
  let last = 0;
  if (coding === "NRZI") return ({ in: x }) => ({ out: x.map((bit) => (last = bit === last ? 1 : 0)) });
  return ({ in: x }) => ({ out: x.map((value) => (last = (((value + last) % M) + M) % M)) });
}
