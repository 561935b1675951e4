/** Index of the number nearest to a given one in a rising list. */
export function nearest(rising: Float64Array, wanted: number): number {
  let [low, high] = [0, rising.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rising[middle] < wanted) low = middle;
    else high = middle;
  }
  return wanted - rising[low] < rising[high] - wanted ? low : high;
}
