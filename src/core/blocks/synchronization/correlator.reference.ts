import type { Float64Block } from "../../flow/build/block-factory.ts";
import { finiteNumbers } from "../finite-numbers.ts";
import { type Correlator, knownSequence } from "./correlator.ts";

export function correlatorFloat64(parameters: Correlator): Float64Block {
  const s = knownSequence(parameters);
  const energy = s.reduce((sum, value) => sum + value * value, 0);
  let before = new Float64Array(s.length);
  return ({ in: given }) => {
    const items = finiteNumbers(given);
    const x =
      parameters.type === "complex"
        ? items
        : Float64Array.from({ length: 2 * items.length }, (_, i) => (i % 2 ? 0 : items[i >> 1]));
    const all = Float64Array.from([...before, ...x]);
    before = all.slice(x.length);
    const out = Float64Array.from({ length: x.length / 2 }, (_, n) => {
      let [re, im, power] = [0, 0, 0];
      for (let k = 0; k < s.length; k += 2) {
        const [a, b] = [all[2 * n + 2 + k], all[2 * n + 3 + k]];
        re += a * s[k] + b * s[k + 1];
        im += b * s[k] - a * s[k + 1];
        power += a * a + b * b;
      }
      return power > 0 ? Math.hypot(re, im) / Math.sqrt(power * energy) : 0;
    });
    return { out };
  };
}
