import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { DifferentialDecoder } from "./differential-decoder.ts";

export function differentialDecoderFloat64({ type, modulus, coding }: DifferentialDecoder): Float64Block {
  if (type === "complex") {
    let [a, b] = [0, 0];
    return ({ in: x }) => {
      const out = new Float64Array(x.length);
      for (let n = 0; n < x.length; n += 2) {
        out.set([x[n] * a + x[n + 1] * b, x[n + 1] * a - x[n] * b], n);
        [a, b] = [x[n], x[n + 1]];
      }
      return { out };
    };
  }
  const M = type === "bits" ? 2 : modulus;
  let last = 0;
  return ({ in: x }) => ({
    out: x.map((value) => {
      const out = coding === "NRZI" ? Number(value === last) : (((value - last) % M) + M) % M;
      last = value;
      return out;
    }),
  });
}
