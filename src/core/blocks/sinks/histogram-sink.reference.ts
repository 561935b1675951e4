import type { HistogramSink } from "./histogram-sink.ts";

/** Returns how many numbers fall into each of the bins of equal width from `from` to `to`. */
export function histogram(
  x: ArrayLike<number>,
  { bins, from, to }: Pick<HistogramSink, "bins" | "from" | "to">,
): Float64Array {
  const counts = new Float64Array(bins);
  for (const value of Array.from(x)) {
    const bin = Math.floor((bins * (value - from)) / (to - from));
    if (bin >= 0 && bin < bins) counts[bin]++;
  }
  return counts;
}
