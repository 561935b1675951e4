/**
 * The most likely labels of a packet by a search through all sequences of symbols, for packets of a few symbols: argmin Σ|y − h ∗ a|² over the
 * samples that the packet reaches. The symbols around it are known.
 */
export function mostLikelyLabels(
  { received, sent }: { received: Float64Array; sent: Float64Array },
  points: Float64Array,
  taps: Float64Array,
  { symbols, guard }: { symbols: number; guard: number },
): number[] {
  const size = points.length / 2;
  const memory = taps.length / 2 - 1;
  let [best, least] = [0, Infinity];
  const trial = sent.slice();
  for (let sequence = 0; sequence < size ** symbols; sequence++) {
    for (let k = 0, rest = sequence; k < symbols; k++, rest = Math.floor(rest / size)) {
      trial.set(points.subarray(2 * (rest % size), 2 * (rest % size) + 2), 2 * (guard + k));
    }
    let sum = 0;
    for (let n = guard; n < guard + symbols + memory; n++) {
      let [re, im] = [received[2 * n], received[2 * n + 1]];
      for (let l = 0; l <= memory; l++) {
        const [a, b] = [trial[2 * (n - l)], trial[2 * (n - l) + 1]];
        re -= taps[2 * l] * a - taps[2 * l + 1] * b;
        im -= taps[2 * l] * b + taps[2 * l + 1] * a;
      }
      sum += re * re + im * im;
    }
    if (sum < least) [best, least] = [sequence, sum];
  }
  return Array.from({ length: symbols }, (_, k) => Math.floor(best / size ** k) % size);
}
