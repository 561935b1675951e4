/** Modified Bessel function of the first kind and order 0, by its power series. */
export function besselI0(x: number): number {
  const square = (x / 2) ** 2;
  let sum = 1;
  let term = 1;
  for (let k = 1; term > 1e-17 * sum; k++) {
    term *= square / (k * k);
    sum += term;
  }
  return sum;
}

/** β of the Kaiser window for an attenuation in dB, which applies to the stop band and to the pass band's ripple.
 * Source: J. F. Kaiser, Nonrecursive digital filter design using the I0-sinh window function, ISCAS 1974.
 */
export function kaiserBeta(attenuation: number): number {
  if (attenuation > 50) return 0.1102 * (attenuation - 8.7);
  if (attenuation > 21) return 0.5842 * (attenuation - 21) ** 0.4 + 0.07886 * (attenuation - 21);
  return 0;
}

/** Number of taps for an attenuation in dB and a transition in units of the Nyquist frequency, by Kaiser's formula. */
export function kaiserLength(attenuation: number, transition: number): number {
  return Math.ceil((attenuation - 7.95) / (2.285 * Math.PI * transition) + 1);
}
