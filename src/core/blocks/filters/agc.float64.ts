import type { Float64Block } from "../../flow/block-factory.ts";
import type { Agc } from "./agc.ts";

export function agcFloat64({ type, rate, reference, maximum }: Agc): Float64Block {
  const parts = type === "complex" ? 2 : 1;
  let [power, ones] = [0, 0];
  return ({ in: x }) => {
    const out = new Float64Array(x.length);
    for (let i = 0; i < x.length; i += parts) {
      const sample = x.subarray(i, i + parts);
      const square = sample.reduce((sum, value) => sum + value * value, 0);
      power += rate * (square - power);
      ones += rate * (1 - ones);
      const gain = Math.min(reference * Math.sqrt(ones / Math.max(power, 2 ** -126)), maximum);
      out.set(
        sample.map((value) => value * gain),
        i,
      );
    }
    return { out };
  };
}
