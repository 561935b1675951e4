import { innerProduct } from "../../adaptive/adaptation/gradient.reference.ts";
import { nearestPoint } from "../../constellation/constellation.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import { pointsOf } from "../bits-and-codes/constellations.float64.ts";
import { finiteNumbers } from "../finite-numbers.ts";
import { pairsOf } from "../list-field.ts";
import {
  type AdaptiveEqualizer,
  checkEqualizer,
  type DecisionFeedbackEqualizer,
  isBlind,
} from "./adaptive-equalizer.ts";

type Pair = [number, number];

export const adaptiveEqualizerFloat64 = (parameters: AdaptiveEqualizer): Float64Block => equalizer(parameters, 0);

export const decisionFeedbackEqualizerFloat64 = (parameters: DecisionFeedbackEqualizer): Float64Block =>
  equalizer(parameters, parameters.feedbackTaps);

function equalizer(parameters: AdaptiveEqualizer, feedbackTaps: number): Float64Block {
  checkEqualizer(parameters, feedbackTaps);
  const { rule, forwardTaps, startTap, step, forgetting, initial, afterTraining, newest } = parameters;
  const samples = parameters.samplesPerSymbol;
  const blind = isBlind(parameters);
  const training = blind ? [] : pairsOf(parameters.training);
  const first = training.length ? parameters.trainingStart : 0;
  const points = pointsOf(parameters.constellation);
  const total = forwardTaps + feedbackTaps;
  const mean = (power: number) =>
    points.reduce((sum, part, i) => sum + (rule === "CMA" ? Math.hypot(part, points[i ^ 1]) : part) ** power, 0);
  const modulus = parameters.modulus || mean(4) / mean(2);
  const limit = parameters.errorLimit || Infinity;
  const limited = (part: number) => Math.max(-limit, Math.min(limit, part));
  const start = () => Array.from({ length: total }, (_, i): Pair => [Number(i === startTap), 0]);
  const identity = () =>
    Array.from({ length: total }, (_, i) => Array.from({ length: total }, (_, j): Pair => [i === j ? initial : 0, 0]));
  let [x, P] = [start(), identity()];
  let past = Array.from({ length: feedbackTaps }, (): Pair => [0, 0]);
  let history = new Float64Array(2 * forwardTaps);
  let k = 0;
  return ({ in: page }) => {
    const all = Float64Array.from([...history, ...finiteNumbers(page)]);
    history = all.slice(page.length);
    const out = new Float64Array(page.length / samples);
    for (let n = 0; n < out.length / 2; n++, k++) {
      const u = Array.from({ length: forwardTaps }, (_, i): Pair => {
        const at = 2 * (forwardTaps + samples * n + (newest === "first" ? 0 : samples - 1) - i);
        return [all[at], all[at + 1]];
      });
      const v = [...u, ...past];
      const z = innerProduct(x, v);
      out.set(z, 2 * n);
      const at = 2 * (k - first);
      const isTraining = at >= 0 && at < training.length;
      const { label } = nearestPoint(points, ...z);
      const d: Pair = isTraining ? [training[at], training[at + 1]] : [points[2 * label], points[2 * label + 1]];
      past = [at < 0 ? ([0, 0] satisfies Pair) : d, ...past].slice(0, feedbackTaps);
      let e = [d[0] - z[0], d[1] - z[1]];
      if (rule === "CMA") e = z.map((part) => limited(part * (modulus - z[0] ** 2 - z[1] ** 2)));
      if (rule === "MMA") e = z.map((part) => limited(part * (modulus - part ** 2)));
      if (!(z[0] ** 2 + z[1] ** 2 < 1e6)) [x, P] = [start(), identity()];
      else if (at >= 0 && (isTraining || blind || afterTraining === "adapt")) {
        const g = rule === "RLS" ? P.map((row) => innerProduct(row, v)) : v;
        const power = innerProduct(v, g)[0];
        const factor = { LMS: step, NLMS: step / (1e-6 + power), RLS: 1 / (forgetting + power), CMA: step, MMA: step }[
          rule
        ];
        x = x.map(([a, b], i) => [
          a + factor * (g[i][0] * e[0] + g[i][1] * e[1]),
          b + factor * (g[i][1] * e[0] - g[i][0] * e[1]),
        ]);
        if (rule !== "RLS") continue;
        // Rows of P*, as `innerProduct` conjugates them.
        P = P.map((row, i) =>
          row.map(([a, b], j) => [
            (a - factor * (g[i][0] * g[j][0] + g[i][1] * g[j][1])) / forgetting,
            (b + factor * (g[i][1] * g[j][0] - g[i][0] * g[j][1])) / forgetting,
          ]),
        );
      }
    }
    return { out };
  };
}
