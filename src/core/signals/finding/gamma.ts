/** Logarithm of Γ(a), by Stirling's series from a ≥ 8 on. Source: DLMF 5.11.1. */
function logGamma(a: number): number {
  let [x, shift] = [a, 0];
  for (; x < 8; x++) shift += Math.log(x);
  const square = x * x;
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

/** P(a, x), the probability that a gamma variable of shape a and scale 1 is at most x, by its power series. Source: DLMF 8.7.1. */
export function gammaProbability(a: number, x: number): number {
  if (x <= 0) return 0;
  let term = 1 / a;
  let sum = term;
  for (let n = a + 1; term > 1e-16 * sum; n++) {
    term *= x / n;
    sum += term;
  }
  return Math.min(1, sum * Math.exp(a * Math.log(x) - x - logGamma(a)));
}

/**
 * Returns the quantile of the mean of `shape` independent exponential variables of mean 1: the value below which it lies with a
 * probability. `shape` may be fractional: the equivalent number of independent ones.
 */
export function gammaQuantile(shape: number, probability: number): number {
  let [low, high] = [0, 2];
  while (gammaProbability(shape, high * shape) < probability) high *= 2;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (gammaProbability(shape, middle * shape) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
