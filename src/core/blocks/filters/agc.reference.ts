import type { Float64Block } from "../../flow/build/block-factory.ts";
import { finiteNumbers } from "../finite-numbers.ts";
import type { Agc } from "./agc.ts";

export function agcFloat64({ type, rate, level, reference, gain: start, maximum }: Agc): Float64Block {
  const parts = type === "complex" ? 2 : 1;
  const exponent = level === "RMS" ? 2 : 1;
  // With a gain at the start, the signal had its level for ever.
  let [sum, weights] = start > 0 ? [(reference / start) ** exponent, 1] : [0, 0];
  return ({ in: given }) => {
    const x = finiteNumbers(given);
    const out = new Float64Array(x.length);
    for (let i = 0; i < x.length; i += parts) {
      const sample = x.subarray(i, i + parts);
      sum += rate * (Math.hypot(...sample) ** exponent - sum);
      weights += rate * (1 - weights);
      const mean = Math.max((sum / weights) ** (1 / exponent), 2 ** -126);
      const gain = Math.min(reference / mean, maximum > 0 ? maximum : Infinity);
      out.set(
        sample.map((value) => value * gain),
        i,
      );
    }
    return { out };
  };
}
