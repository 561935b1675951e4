/** Modified Bessel function of the first kind and order 0, by its power series. */
function besselI0(x: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; term > 1e-17 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

export interface LowPassDesign {
  /** Odd number of taps. */
  length: number;
  /** Middle of the transition, in cycles per sample, 0 … ½. */
  cutoff: number;
  /** Stop-band attenuation in dB, above 50. */
  attenuation: number;
}

/**
 * Linear-phase low-pass of unit gain at 0, by the windowed sinc in float64. The transition is
 * (attenuation − 7.95)/(14.36·(length − 1)) cycles per sample wide.
 * Source: J. F. Kaiser, Nonrecursive digital filter design using the I0-sinh window function, ISCAS 1974.
 */
export function kaiserLowPass({ length, cutoff, attenuation }: LowPassDesign): Float64Array {
  const beta = 0.1102 * (attenuation - 8.7);
  const middle = (length - 1) / 2;
  const taps = Float64Array.from({ length }, (_, i) => {
    const t = i - middle;
    const sinc = t === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * t) / (Math.PI * t);
    return sinc * besselI0(beta * Math.sqrt(1 - (t / middle) ** 2));
  });
  const sum = taps.reduce((a, b) => a + b);
  return taps.map((tap) => tap / sum);
}
