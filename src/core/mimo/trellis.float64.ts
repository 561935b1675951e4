import { antennaOrder, extendedChannel } from "./antenna-order.float64.ts";
import { type BitsPerSymbol, constellation } from "../constellation/constellation.ts";
import type { Sorting } from "./detector.ts";
import { qr } from "./qr.float64.ts";

/** A path through the stages M − 1 … k. */
interface Path {
  /** Indices of its symbols by stage; stages before k are still undefined. */
  symbols: number[];
  /** Its distance so far, d = Σ_{j ≥ k} |z_j − Σ_{i ≥ j} r_ji·s_i|², and the costs of its symbols. */
  metric: number;
  /** Partial sums δ_j = z_j − Σ_{i ≥ k} r_ji·s_i of the stages j < k, complex. */
  rests: [number, number][];
}

/** The events at one stage, for an observer. */
export interface TraversalStep {
  kind: "begin" | "reduction" | "extension";
  /** Stage t of an extension's list; otherwise the stage. */
  list: number;
  stage: number;
  /** Edges from vertices of stage + 1 (none at the start) to vertices of this stage, with their metrics. */
  edges: { from: number | null; to: number; metric: number; kept: boolean }[];
}

/** The lists of a traversal with one order of the antennas. */
export interface OrderedLists {
  /** The stream of each stage, from 0 to M − 1. */
  antennas: number[];
  /**
   * Paths of each list [t][Q], by the vertex at stage t; of list 0 only in a single pass. Symbols are by stage. The metric is
   * |y − Hs|² and N0 times the penalties of the priors.
   */
  lists: { symbols: number[]; metric: number }[][];
}

export interface TrellisResult {
  /** Extrinsic, [M·B] */
  llr: Float64Array;
  orders: OrderedLists[];
  /**
   * The smallest margin of a decision that later ones depend on: second best metric minus best, over N0; for the sorting, see
   * {@link antennaOrder}.
   */
  margin: number;
}

export interface TraversalMethod {
  passes: "one" | "multiple";
  /** Largest magnitude of a single pass's LLRs. Default 8. */
  clip?: number;
  /** 1 to M, for `multiple`. Default 1. */
  orders?: number;
  /** For `multiple`. Default none. */
  sorting?: Sorting;
  /** log p(1)/p(0) [M·B], for `multiple`. Default 0. */
  prior?: ArrayLike<number>;
}

/** Magnitudes of priors are limited to this, so that sums are exact enough in float32. */
export const LARGEST_PRIOR = 1e4;

/**
 * Trellis traversal of one use: H complex [N][M], y [N].
 *
 * After H = QR and z = Qᴴy there is a stage for each stream, passed from M − 1 to 0, with a vertex for each of Q symbols.
 * - Stage M − 1: a path begins at every vertex, with d = |z − r·s|².
 * - Edge reduction at stage k: each of the Q survivors of stage k + 1 has an edge to each vertex s, with the metric
 *   d + |δ_k − r_kk·s|²; the vertex keeps the best one (with ties, from the lower vertex), a survivor of stage k.
 * - Path extension from stage t: each survivor of stage t continues through the best vertex in each of the stages t − 1 … 0,
 *   which is the nearest one to δ_j/r_jj.
 * - List t: the Q survivors of stage t, one through each of its vertices, extended; they have metrics d_t(s).
 * - `multiple` (MTT): bit b of the stream at stage t has L = (min_{s: b = 0} d_t(s) − min_{s: b = 1} d_t(s))/N0. All lists
 *   share the reductions down to their stages, and the partial sums.
 * - `one`: list 0 alone, for the bits of all streams, by its paths' symbols. A hypothesis that no path has counts as infinitely
 *   far, and LLRs are limited to ±clip.
 *
 * Options of `multiple`:
 * - `orders`: order o has the stream at stage k that the first order has at stage (k + o) mod M, so that M orders put every
 *   stream at every stage once. A bit has its least metrics of all orders.
 * - `sorting`: {@link antennaOrder} gives the first order. For V-BLAST [H; √N0·I] is decomposed, and a vertex costs −N0·|s|².
 *   A partial metric then counts the symbols that are still open as Gaussian interference. The metric of a whole path remains
 *   |y − Hs|². The best vertex is the nearest to δ_j·r_jj/(r_jj² − N0).
 * - `prior`: a vertex costs N0 times the magnitudes of the priors that its bits contradict, which is −N0·log p(s) up to a
 *   constant. LLRs are without the prior of the same bit.
 */
export function detectTrellis(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
  bitsPerSymbol: BitsPerSymbol,
  noiseVariance: number,
  { passes, clip = 8, ...method }: TraversalMethod,
  watch?: (step: TraversalStep, order: number) => void,
): TrellisResult {
  const M = channel.length / received.length;
  const { orders = 1, sorting = "none", prior } = passes === "one" ? {} : method;
  const priors = Float64Array.from({ length: M * bitsPerSymbol }, (_, i) =>
    Math.max(-LARGEST_PRIOR, Math.min(LARGEST_PRIOR, prior?.[i] ?? 0)),
  );
  const points = constellation(bitsPerSymbol, "38.211");
  const bitOf = (symbol: number, b: number) => (symbol >> (bitsPerSymbol - 1 - b)) & 1;
  const cost = (stream: number, symbol: number) => {
    let sum = sorting === "v-blast" ? -(points[2 * symbol] ** 2) - points[2 * symbol + 1] ** 2 : 0;
    for (let b = 0; b < bitsPerSymbol; b++) {
      const own = priors[stream * bitsPerSymbol + b];
      sum += Math.max(0, bitOf(symbol, b) === 1 ? -own : own);
    }
    return noiseVariance * sum;
  };
  const symbols = Array.from({ length: points.length / 2 }, (_, s) => s);
  const costs = Array.from({ length: M }, (_, stream) => symbols.map((s) => cost(stream, s)));

  const first = antennaOrder(channel, M, sorting, noiseVariance);
  let { margin } = first;
  const results: OrderedLists[] = [];
  for (let o = 0; o < orders; o++) {
    const antennas = first.order.map((_, k) => first.order[(k + o) % M]);
    const permuted = Float64Array.from({ length: channel.length }, (_, i) => {
      const row = Math.floor(i / (2 * M));
      return channel[2 * (row * M + antennas[(i >> 1) % M]) + (i % 2)];
    });
    const extended = extendedChannel(permuted, M, sorting, noiseVariance);
    const y = new Float64Array(extended.length / M);
    y.set(received);
    const traversal = traverse(
      { ...qr(extended, y), points, offset: powerOf(y), costs: antennas.map((stream) => costs[stream]) },
      passes,
      (step) => watch?.(step, o),
    );
    margin = Math.min(margin, traversal.margin / noiseVariance);
    results.push({ antennas, lists: traversal.lists });
  }

  const llr = Float64Array.from({ length: M * bitsPerSymbol }, (_, i) => {
    const [stream, b] = [Math.floor(i / bitsPerSymbol), i % bitsPerSymbol];
    const least = [Infinity, Infinity];
    for (const { antennas, lists } of results) {
      const stage = antennas.indexOf(stream);
      for (const { symbols, metric } of passes === "one" ? lists[0] : lists[stage]) {
        const bit = bitOf(symbols[stage], b);
        least[bit] = Math.min(least[bit], metric);
      }
    }
    const value = (least[0] - least[1]) / noiseVariance;
    return passes === "one" ? Math.max(-clip, Math.min(clip, value)) : value - priors[i];
  });
  return { llr, orders: results, margin };
}

const powerOf = (vector: Float64Array) => vector.reduce((sum, x) => sum + x * x, 0);

/** One traversal: R [M][M] and z [M] complex, the points, |y|², and the cost of each vertex [stage][Q]. */
interface Trellis {
  factor: Float64Array;
  rotated: Float64Array;
  points: Float64Array;
  offset: number;
  costs: number[][];
}

/** The lists of one traversal, and the smallest difference of the best and the second best metric of a decision. */
function traverse(
  { factor, rotated, points, offset, costs }: Trellis,
  passes: "one" | "multiple",
  watch: (step: TraversalStep) => void,
): { lists: Path[][]; margin: number } {
  const M = costs.length;
  const vertices = costs[0].map((_, s) => s);

  /** The metric of the path extended by symbol s of stage k. */
  const reached = ({ metric, rests }: Path, k: number, s: number): number => {
    const r = factor[2 * k * (M + 1)];
    return metric + (rests[k][0] - r * points[2 * s]) ** 2 + (rests[k][1] - r * points[2 * s + 1]) ** 2 + costs[k][s];
  };
  const extended = (path: Path, k: number, s: number): Path => {
    const [p, q] = [points[2 * s], points[2 * s + 1]];
    const rests = path.rests.slice(0, k).map(([x, y], j): [number, number] => {
      const [a, b] = [factor[2 * (j * M + k)], factor[2 * (j * M + k) + 1]];
      return [x - (a * p - b * q), y - (a * q + b * p)];
    });
    return { symbols: path.symbols.with(k, s), metric: reached(path, k, s), rests };
  };
  let margin = Infinity;
  /** The place of the least metric. Later stages depend on this choice unless stage k is the last. */
  const best = (metrics: number[], k: number): number => {
    let [first, second] = [0, Infinity];
    for (const [i, metric] of metrics.entries()) {
      if (i === 0) continue;
      second = Math.min(second, Math.max(metric, metrics[first]));
      if (metric < metrics[first]) first = i;
    }
    if (k > 0) margin = Math.min(margin, second - metrics[first]);
    return first;
  };

  const begin: Path = {
    symbols: Array.from({ length: M }, () => 0),
    // The part of y outside the span of Q, which belongs to every path's |y − Hs|².
    metric: Math.max(0, offset - powerOf(rotated)),
    rests: Array.from({ length: M }, (_, j) => [rotated[2 * j], rotated[2 * j + 1]]),
  };
  const lists: Path[][] = [];
  let survivors = vertices.map((s) => extended(begin, M - 1, s));
  const first = survivors.map(({ metric }, to) => ({ from: null, to, metric, kept: true }));
  watch({ kind: "begin", list: M - 1, stage: M - 1, edges: first });
  for (let t = M - 1; t >= 0; t--) {
    if (t < M - 1) {
      const before = survivors;
      const edges: TraversalStep["edges"] = [];
      survivors = vertices.map((to) => {
        const metrics = before.map((path) => reached(path, t, to));
        const kept = best(metrics, t);
        for (const [from, metric] of metrics.entries()) edges.push({ from, to, metric, kept: from === kept });
        return extended(before[kept], t, to);
      });
      watch({ kind: "reduction", list: t, stage: t, edges });
    }
    if (passes === "one" && t > 0) continue;
    let paths = survivors;
    for (let j = t - 1; j >= 0; j--) {
      const edges: TraversalStep["edges"] = [];
      paths = paths.map((path) => {
        const metrics = vertices.map((s) => reached(path, j, s));
        const kept = best(metrics, j);
        const from = path.symbols[j + 1];
        for (const [to, metric] of metrics.entries()) edges.push({ from, to, metric, kept: to === kept });
        return extended(path, j, kept);
      });
      watch({ kind: "extension", list: t, stage: j, edges });
    }
    lists[t] = paths;
  }
  return { lists, margin };
}
