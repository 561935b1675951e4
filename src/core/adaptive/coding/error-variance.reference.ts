/** Returns the mean of the squared distance to the nearest point. @param estimates Complex, over their scale. */
export function errorVariance(estimates: Float64Array, points: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < estimates.length; k += 2) {
    let least = Infinity;
    for (let a = 0; a < points.length; a += 2)
      least = Math.min(least, (estimates[k] - points[a]) ** 2 + (estimates[k + 1] - points[a + 1]) ** 2);
    sum += least;
  }
  return sum / (estimates.length / 2);
}
