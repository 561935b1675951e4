import type { Float64Block } from "../../flow/block-factory.ts";
import { type CostasLoop, halfWindow } from "./costas-loop.ts";

export function costasLoopFloat64(parameters: CostasLoop): Float64Block {
  const half = halfWindow(parameters);
  const M = Number(parameters.order);
  /** Points at odd multiples of π/M have a negative power. */
  const sign = M > 2 ? -1 : 1;
  let before = new Float64Array(2 * (2 * half));
  /** M·θ, unwrapped. */
  let unwrapped = 0;
  return ({ in: x }) => {
    const all = Float64Array.from([...before, ...x]);
    before = all.slice(x.length);
    const powers = Float64Array.from(all);
    for (let i = 0; i < all.length; i += 2) {
      const [magnitude, phase] = [Math.hypot(all[i], all[i + 1]), M * Math.atan2(all[i + 1], all[i])];
      powers.set([magnitude * Math.cos(phase), magnitude * Math.sin(phase)], i);
    }
    const out = new Float64Array(x.length);
    const theta = new Float64Array(x.length / 2);
    for (let n = 0; n < x.length / 2; n++) {
      let [re, im] = [0, 0];
      for (let k = 0; k <= 2 * half; k++) {
        re += powers[2 * (n + k)];
        im += powers[2 * (n + k) + 1];
      }
      const raw = re === 0 && im === 0 ? 0 : Math.atan2(sign * im, sign * re);
      const step = raw - unwrapped;
      unwrapped += step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
      const phase = unwrapped / M;
      const [a, b] = [all[2 * (n + half)], all[2 * (n + half) + 1]];
      const [c, s] = [Math.cos(phase), Math.sin(phase)];
      out.set([a * c + b * s, b * c - a * s], 2 * n);
      theta[n] = phase - 2 * Math.PI * Math.round(phase / (2 * Math.PI));
    }
    return { out, phase: theta };
  };
}
