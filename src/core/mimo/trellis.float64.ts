import { type BitsPerSymbol, constellation } from "./constellation.ts";
import { qr } from "./qr.float64.ts";

/** A path through the stages M − 1 … k. */
interface Path {
  /** Indices of its symbols by stage; stages before k are still undefined. */
  symbols: number[];
  /** Its distance so far, d = Σ_{j ≥ k} |z_j − Σ_{i ≥ j} r_ji·s_i|². */
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

export interface TrellisResult {
  /** [M·B] */
  llr: Float64Array;
  /** Paths of each list [t][Q], by their metrics' vertex at stage t; of list 0 only in a single pass. */
  lists: { symbols: number[]; metric: number }[][];
  /** The smallest margin of a decision that later ones depend on: second best metric minus best, over N0. */
  margin: number;
}

/**
 * Trellis traversal of one use: H complex [N][M], y [N].
 *
 * After H = QR and z = Qᴴy there is a stage for each stream, passed from M − 1 to 0, with a vertex for each of Q symbols.
 * - Stage M − 1: a path begins at every vertex, with d = |z − r·s|².
 * - Edge reduction at stage k: each of the Q survivors of stage k + 1 has an edge to each vertex s, with the metric
 *   d + |δ_k − r_kk·s|²; the vertex keeps the best one (with ties, from the lower vertex), a survivor of stage k.
 * - Path extension from stage t: each survivor of stage t goes on through the vertex nearest to δ_j/r_jj in each of the stages
 *   t − 1 … 0.
 * - List t: the Q survivors of stage t, one through each of its vertices, extended; they have metrics d_t(s).
 * - `multiple` (MTT): bit b of stream t has L = (min_{s: b = 0} d_t(s) − min_{s: b = 1} d_t(s))/N0. All lists share the
 *   reductions down to their stages, and the partial sums.
 * - `one`: list 0 alone, for the bits of all streams, by its paths' symbols. A hypothesis that no path has counts as infinitely
 *   far, and LLRs are limited to ±clip.
 */
export function detectTrellis(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
  bitsPerSymbol: BitsPerSymbol,
  noiseVariance: number,
  { passes, clip = 8 }: { passes: "one" | "multiple"; clip?: number },
  watch?: (step: TraversalStep) => void,
): TrellisResult {
  const M = received.length / 2;
  const points = constellation(bitsPerSymbol);
  const vertices = Array.from({ length: points.length / 2 }, (_, s) => s);
  const { factor, rotated } = qr(channel, received);

  /** The path extended by symbol s of stage k. */
  const extended = (path: Path, k: number, s: number): Path => {
    const rests = path.rests.slice(0, k + 1).map(([x, y], j): [number, number] => {
      const [a, b, p, q] = [...factor.subarray(2 * (j * M + k)).subarray(0, 2), ...points.subarray(2 * s, 2 * s + 2)];
      return [x - (a * p - b * q), y - (a * q + b * p)];
    });
    const [x, y] = rests.pop() as [number, number];
    return { symbols: path.symbols.with(k, s), metric: path.metric + x * x + y * y, rests };
  };
  let margin = Infinity;
  /** The best path; later stages depend on this choice unless stage k is the last. */
  const best = (paths: Path[], k: number): Path => {
    let [first, second] = [paths[0], Infinity];
    for (const path of paths.slice(1)) {
      second = Math.min(second, Math.max(path.metric, first.metric));
      if (path.metric < first.metric) first = path;
    }
    if (k > 0) margin = Math.min(margin, (second - first.metric) / noiseVariance);
    return first;
  };

  const begin: Path = {
    symbols: Array.from({ length: M }, () => 0),
    metric: 0,
    rests: Array.from({ length: M }, (_, j) => [rotated[2 * j], rotated[2 * j + 1]]),
  };
  const lists: Path[][] = [];
  let survivors = vertices.map((s) => extended(begin, M - 1, s));
  const first = survivors.map(({ metric }, to) => ({ from: null, to, metric, kept: true }));
  watch?.({ kind: "begin", list: M - 1, stage: M - 1, edges: first });
  for (let t = M - 1; t >= 0; t--) {
    if (t < M - 1) {
      const before = survivors;
      const edges: TraversalStep["edges"] = [];
      survivors = vertices.map((to) => {
        const paths = before.map((path) => extended(path, t, to));
        const kept = best(paths, t);
        for (const [from, path] of paths.entries()) edges.push({ from, to, metric: path.metric, kept: path === kept });
        return kept;
      });
      watch?.({ kind: "reduction", list: t, stage: t, edges });
    }
    if (passes === "one" && t > 0) continue;
    let paths = survivors;
    for (let j = t - 1; j >= 0; j--) {
      const edges: TraversalStep["edges"] = [];
      paths = paths.map((path) => {
        const next = vertices.map((s) => extended(path, j, s));
        const kept = best(next, j);
        const from = path.symbols[j + 1];
        for (const [to, { metric }] of next.entries()) edges.push({ from, to, metric, kept: next[to] === kept });
        return kept;
      });
      watch?.({ kind: "extension", list: t, stage: j, edges });
    }
    lists[t] = paths;
  }

  const llr = new Float64Array(M * bitsPerSymbol);
  for (let t = 0; t < M; t++) {
    for (let b = 0; b < bitsPerSymbol; b++) {
      const least = [Infinity, Infinity];
      for (const { symbols, metric } of passes === "one" ? lists[0] : lists[t]) {
        const bit = (symbols[t] >> (bitsPerSymbol - 1 - b)) & 1;
        least[bit] = Math.min(least[bit], metric);
      }
      const value = (least[0] - least[1]) / noiseVariance;
      llr[t * bitsPerSymbol + b] = passes === "one" ? Math.max(-clip, Math.min(clip, value)) : value;
    }
  }
  return { llr, lists, margin };
}
