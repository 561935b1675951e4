import { solve } from "./linear.float64.ts";
import { inner } from "./qr.float64.ts";
import type { SortingConfig } from "./sorting.ts";

/**
 * Streams of one use in the order of their columns, the strongest last, by definition: V-BLAST inverts the Gram matrix of the streams that are
 * left. `margin` is the smallest relative difference between a chosen stream and the next best one. H is complex [N][M].
 */
export function sortStreams(
  channel: ArrayLike<number>,
  M: number,
  sorting: SortingConfig["sorting"],
): { order: number[]; margin: number } {
  const columns = Array.from({ length: M }, (_, m) =>
    Float64Array.from({ length: channel.length / M }, (_, i) => channel[2 * ((i >> 1) * M + m) + (i % 2)]),
  );
  /** Noise of each stream among `streams`, after nulling or relative to its power. */
  const noiseOf = (streams: number[]) => {
    if (sorting === "norm") return streams.map((m) => 1 / inner(columns[m], columns[m])[0]);
    const n = streams.length;
    // (Re, Im) as a real vector space.
    const gram = Array.from({ length: 2 * n }, (_, i) =>
      Array.from({ length: 2 * n }, (_, j) => {
        const [x, y] = inner(columns[streams[j % n]], columns[streams[i % n]]);
        return i < n === j < n ? x : i < n ? -y : y;
      }),
    );
    const inverse = solve(
      gram,
      gram.map((_, i) => gram.map((_, j) => Number(i === j))),
    );
    return streams.map((_, i) => inverse[i][i]);
  };
  let left = columns.map((_, m) => m);
  const order: number[] = [];
  let margin = Infinity;
  while (left.length) {
    const noise = noiseOf(left);
    const ranked = [...noise].sort((a, b) => a - b);
    if (ranked.length > 1) margin = Math.min(margin, ranked[1] / ranked[0] - 1);
    const best = left[noise.indexOf(ranked[0])];
    order.unshift(best);
    left = left.filter((m) => m !== best);
  }
  return { order, margin };
}
