import type { SignalClass } from "../classes.ts";
import type { Burst } from "../detection.ts";
import { toBurst } from "../finding/burst.ts";
import { makeBurst } from "../generator/burst.ts";
import { addNoise, createDraws } from "../generator/draws.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "../generator/options.ts";
import { planBursts } from "../generator/plan.ts";
import { measureBurst, type MeasuredBurst } from "../measuring/measure-burst.ts";
import { TREE, type TestNode, type TestName, TESTS } from "./tree.ts";
import { statisticsOf } from "./statistics.ts";

/** A burst of the independent generator in noise, cut from its band, with what was measured of it and what is true. */
export interface LabelledBurst {
  burst: Burst;
  measured: MeasuredBurst;
  class: SignalClass;
  snrDb: number;
  carrierHz: number;
  truth: ReturnType<typeof makeBurst>["truth"];
}

/** Makes one burst, in a box that is a little wider than its band and not quite in its middle, and measures it. */
export function labelledBurst(seed: number, name: SignalClass, options: Partial<GeneratorOptions> = {}): LabelledBurst {
  const settings = { ...GENERATOR_DEFAULTS, seed, bursts: 1, classes: [name], ...options };
  const [planned] = planBursts(settings);
  const made = makeBurst(planned, settings);
  const { rate } = settings;
  const length = planned.stop - planned.start;
  const margin = Math.round(0.2 * length) + planned.lead;
  const samples = new Float64Array(2 * (length + 2 * margin));
  addNoise(samples, seed, 0);
  const from = 2 * (margin - planned.lead);
  for (let i = 0; i < made.samples.length; i++) samples[from + i] += made.samples[i];
  const draws = createDraws(seed, "gain", 7);
  const width = Math.max(1.15 * made.bandwidthHz, 6000);
  const centre = made.centreHz + 0.04 * made.bandwidthHz * draws.normals()[0];
  const noiseDensity = (1 / rate) * Math.exp(0.05 * draws.normals()[0]);
  const burst = toBurst(samples, rate, {
    start: margin,
    stop: margin + length,
    lowHz: centre - width / 2,
    highHz: centre + width / 2,
    noiseDensity,
    notes: [],
  });
  const measured = measureBurst(burst);
  return {
    burst,
    measured,
    class: name,
    snrDb: planned.snrDb,
    carrierHz: planned.carrier,
    truth: made.truth,
  };
}

/** One answer that a test should give: its statistics, and 1 for "yes". */
export interface Observation {
  test: TestName;
  statistics: readonly number[];
  yes: 0 | 1;
}

const LINEAR: readonly SignalClass[] = ["BPSK", "QPSK", "pi/4-DQPSK", "8-PSK", "16-QAM"];
const leadsTo = (node: TestNode, name: SignalClass): boolean => {
  if (node === "linear") return LINEAR.includes(name);
  return typeof node === "string" ? node === name : leadsTo(node.yes, name) || leadsTo(node.no, name);
};

/** The tests on the path to the true class. */
export function observationsOf({ burst, measured, class: name }: LabelledBurst): Observation[] {
  const statistics = statisticsOf(burst, measured);
  const found: Observation[] = [];
  let node: TestNode = TREE;
  while (typeof node !== "string") {
    const yes = leadsTo(node.yes, name);
    found.push({ test: node.test, statistics: TESTS[node.test].statistics(statistics), yes: yes ? 1 : 0 });
    node = yes ? node.yes : node.no;
  }
  return found;
}

/** Penalty on slopes in standard deviations: it keeps the logistic function of separable statistics finite. */
const PENALTY = 0.01;

/** Fits a logistic function with a penalty on its slopes, by Newton's method. Returns the constant and the slopes. */
export function fitLogistic(observations: readonly Observation[]): number[] {
  const size = observations[0].statistics.length;
  const count = observations.length;
  const means = Array.from(
    { length: size },
    (_, i) => observations.reduce((sum, { statistics }) => sum + statistics[i], 0) / count,
  );
  const deviations = means.map((mean, i) =>
    Math.max(
      1e-9,
      Math.sqrt(observations.reduce((sum, { statistics }) => sum + (statistics[i] - mean) ** 2, 0) / count),
    ),
  );
  const rows = observations.map(({ statistics, yes }) => ({
    x: [1, ...statistics.map((value, i) => (value - means[i]) / deviations[i])],
    yes,
  }));
  let weights = Array.from({ length: size + 1 }, () => 0);
  for (let round = 0; round < 60; round++) {
    const gradient = weights.map((weight, i) => (i === 0 ? 0 : -PENALTY * weight));
    const curvature = weights.map((_, i) => weights.map((__, j) => (i === j ? (i === 0 ? 1e-6 : PENALTY) : 0)));
    for (const { x, yes } of rows) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * weights[i], 0)));
      for (let i = 0; i <= size; i++) {
        gradient[i] += (yes - p) * x[i];
        for (let j = 0; j <= size; j++) curvature[i][j] += p * (1 - p) * x[i] * x[j];
      }
    }
    const step = solve(curvature, gradient);
    // Newton's step may overshoot where the function is flat.
    const most = Math.max(...step.map(Math.abs));
    weights = weights.map((weight, i) => weight + step[i] * Math.min(1, 2 / most));
  }
  const slopes = weights.slice(1).map((weight, i) => weight / deviations[i]);
  return [weights[0] - slopes.reduce((sum, slope, i) => sum + slope * means[i], 0), ...slopes];
}

/** Solves a small symmetric system by Gauss–Jordan elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows[i][i];
    rows[i] = rows[i].map((value) => value / pivot);
    for (let j = 0; j < rows.length; j++) {
      if (j !== i) rows[j] = rows[j].map((value, k) => value - rows[j][i] * rows[i][k]);
    }
  }
  return rows.map((row) => row[rows.length]);
}
