/** y[n] = x[n]·e^{−j2π·frequency·n} of complex pairs. */
export function mixer(x: ArrayLike<number>, frequency: number): Float64Array {
  const y = new Float64Array(x.length);
  for (let n = 0; 2 * n < x.length; n++) {
    const angle = -2 * Math.PI * ((frequency * n) % 1);
    const [cosine, sine, re, im] = [Math.cos(angle), Math.sin(angle), x[2 * n], x[2 * n + 1]];
    y.set([re * cosine - im * sine, re * sine + im * cosine], 2 * n);
  }
  return y;
}
