/**
 * Labels of the best path where only `keep` paths with the least Σ|y − h ∗ a|² stay after each symbol. The symbols around the packet
 * are known.
 */
export function keepBestPaths(
  { received, sent }: { received: Float64Array; sent: Float64Array },
  points: Float64Array,
  taps: Float64Array,
  { symbols, guard, keep }: { symbols: number; guard: number; keep: number },
): number[] {
  const memory = taps.length / 2 - 1;
  const errorOf = (labels: readonly number[], k: number) => {
    let [re, im] = [received[2 * (guard + k)], received[2 * (guard + k) + 1]];
    for (let l = 0; l <= memory; l++) {
      const at = k - l;
      const [from, i] = at >= 0 && at < symbols ? [points, labels[at]] : [sent, guard + at];
      re -= taps[2 * l] * from[2 * i] - taps[2 * l + 1] * from[2 * i + 1];
      im -= taps[2 * l] * from[2 * i + 1] + taps[2 * l + 1] * from[2 * i];
    }
    return re * re + im * im;
  };
  let paths: { labels: number[]; sum: number }[] = [{ labels: [], sum: 0 }];
  for (let k = 0; k < symbols + memory; k++) {
    const children = k < symbols ? Array.from({ length: points.length / 2 }, (_, label) => [label]) : [[]];
    const next = paths.flatMap(({ labels, sum }) =>
      children.map((child) => {
        const all = [...labels, ...child];
        return { labels: all, sum: sum + errorOf(all, k) };
      }),
    );
    paths = next.sort((a, b) => a.sum - b.sum).slice(0, keep);
  }
  return paths[0].labels;
}
