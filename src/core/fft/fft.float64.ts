/**
 * Discrete Fourier transform X[k] = Σn x[n]·e^{−j2πkn/N}; the inverse has the other sign and the factor 1/N.
 * Stockham's self-sorting stages over the prime factors of N: any length works, products of small primes are fast.
 *
 * @param x N complex samples, interleaved. Not changed.
 */
export function fft(x: Float64Array, inverse = false): Float64Array {
  const N = x.length / 2;
  const sign = inverse ? 1 : -1;
  const cos = Float64Array.from({ length: N }, (_, i) => Math.cos((2 * Math.PI * i) / N));
  const sin = Float64Array.from({ length: N }, (_, i) => sign * Math.sin((2 * Math.PI * i) / N));
  let from = Float64Array.from(x, (value) => (inverse ? value / N : value));
  let to = new Float64Array(2 * N);
  for (let s = 1; s < N;) {
    // s interleaved transforms of length N/s; each becomes p interleaved transforms of length m = N/s/p.
    const p = smallestFactor(N / s);
    const m = N / s / p;
    for (let i = 0; i < m; i++) {
      for (let k = 0; k < p; k++) {
        for (let q = 0; q < s; q++) {
          let re = 0;
          let im = 0;
          for (let r = 0; r < p; r++) {
            const at = q + s * (i + m * r);
            const w = (s * k * (i + m * r)) % N;
            re += from[2 * at] * cos[w] - from[2 * at + 1] * sin[w];
            im += from[2 * at] * sin[w] + from[2 * at + 1] * cos[w];
          }
          const at = q + s * (p * i + k);
          to[2 * at] = re;
          to[2 * at + 1] = im;
        }
      }
    }
    [from, to] = [to, from];
    s *= p;
  }
  return from;
}

function smallestFactor(n: number): number {
  for (let p = 2; p * p <= n; p++) if (n % p === 0) return p;
  return n;
}
