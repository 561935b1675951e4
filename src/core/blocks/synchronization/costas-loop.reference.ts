import type { Float64Block } from "../../flow/build/block-factory.ts";
import { finiteNumbers } from "../finite-numbers.ts";
import { type CostasLoop, halfWindow } from "./costas-loop.ts";
import { softWeights, STEPS } from "./soft-detector.ts";

export function costasLoopFloat64(parameters: CostasLoop): Float64Block {
  const half = halfWindow(parameters);
  const M = Number(parameters.order);
  /** Points at odd multiples of π/M have a negative power. */
  const sign = M > 2 ? -1 : 1;
  const weights = parameters.weight === "reliability" ? softWeights(parameters.order) : [1];
  const weightOf = (magnitude: number) => {
    const at = Math.min(magnitude * STEPS, weights.length - 1);
    const step = Math.floor(at);
    return weights[step] + (at - step) * ((weights[step + 1] ?? weights[step]) - weights[step]);
  };
  let before = new Float64Array(2 * (2 * half));
  /** M·θ, unwrapped. */
  let unwrapped = 0;
  return ({ in: x }) => {
    const all = Float64Array.from([...before, ...finiteNumbers(x)]);
    before = all.slice(x.length);
    const powers = Float64Array.from(all);
    for (let i = 0; i < all.length; i += 2) {
      const [magnitude, phase] = [Math.hypot(all[i], all[i + 1]), M * Math.atan2(all[i + 1], all[i])];
      const weight = magnitude * weightOf(magnitude);
      powers.set([weight * Math.cos(phase), weight * Math.sin(phase)], i);
    }
    const out = new Float64Array(x.length);
    const theta = new Float64Array(x.length / 2);
    const frequency = new Float64Array(x.length / 2);
    for (let n = 0; n < x.length / 2; n++) {
      const sum = (from: number, to: number) => {
        let [a, b] = [0, 0];
        for (let k = n + from; k <= n + to; k++) {
          a += powers[2 * k];
          b += powers[2 * k + 1];
        }
        return [a, b];
      };
      const [re, im] = sum(0, 2 * half);
      const [first, last] = [sum(0, half - 1), sum(half + 1, 2 * half)];
      const [c, d] = [last[0] * first[0] + last[1] * first[1], last[1] * first[0] - last[0] * first[1]];
      // Zeros may have signs.
      const slope = c === 0 && d === 0 ? 0 : Math.atan2(d, c);
      frequency[n] = slope / (M * (half + 1));
      const raw = re === 0 && im === 0 ? 0 : Math.atan2(sign * im, sign * re);
      const step = raw - unwrapped;
      unwrapped += step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
      const phase = unwrapped / M;
      const [a, b] = [all[2 * (n + half)], all[2 * (n + half) + 1]];
      const [cosine, sine] = [Math.cos(phase), Math.sin(phase)];
      out.set([a * cosine + b * sine, b * cosine - a * sine], 2 * n);
      theta[n] = phase - 2 * Math.PI * Math.round(phase / (2 * Math.PI));
    }
    return { out, phase: theta, frequency };
  };
}
