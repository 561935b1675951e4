/** cos(2πn/N) and sin(2πn/N). */
interface Roots {
  cos: Float64Array;
  sin: Float64Array;
}

/** Roots of the last lengths. They take most of a transform's time if they are computed each time. */
const known = new Map<number, Roots>();
/** Most roots that are kept. */
const MOST_KNOWN = 2 ** 20;

function rootsOf(N: number): Roots {
  const found = known.get(N);
  if (found) return found;
  const cos = Float64Array.from({ length: N }, (_, i) => Math.cos((2 * Math.PI * i) / N));
  const sin = Float64Array.from({ length: N }, (_, i) => Math.sin((2 * Math.PI * i) / N));
  const kept = [...known.keys()].reduce((sum, length) => sum + length, N);
  if (kept > MOST_KNOWN) known.clear();
  known.set(N, { cos, sin });
  return { cos, sin };
}

/**
 * Discrete Fourier transform X[k] = Σn x[n]·e^{−j2πkn/N}; the inverse has the other sign and the factor 1/N.
 * Stockham's self-sorting stages over the factors of N, fours first: any length works, products of small primes are fast.
 *
 * @param x N complex samples, interleaved. Not changed.
 */
export function fft(x: Float64Array, inverse = false): Float64Array {
  const N = x.length / 2;
  const sign = inverse ? 1 : -1;
  const roots = rootsOf(N);
  let from = Float64Array.from(x);
  if (inverse) for (let i = 0; i < from.length; i++) from[i] /= N;
  let to = new Float64Array(2 * N);
  for (let s = 1; s < N;) {
    // s interleaved transforms of length N/s; each becomes p interleaved transforms of length N/s/p.
    const p = factorOf(N / s);
    (p === 4 ? fours : primes)({ from, to, N, s, p, sign, roots });
    [from, to] = [to, from];
    s *= p;
  }
  return from;
}

interface Stage {
  from: Float64Array;
  to: Float64Array;
  N: number;
  s: number;
  p: number;
  sign: number;
  roots: Roots;
}

/** A stage of factor 4: its inner transform takes additions only. */
function fours({ from, to, N, s, sign, roots: { cos, sin } }: Stage): void {
  const apart = N / 2;
  const put = (at: number, w: number, re: number, im: number) => {
    const c = cos[w];
    const d = sign * sin[w];
    to[at] = re * c - im * d;
    to[at + 1] = re * d + im * c;
  };
  for (let w = 0; w < N / 4; w += s) {
    for (let q = 0; q < s; q++) {
      const a = 2 * (q + w);
      const b = a + apart;
      const c = a + 2 * apart;
      const d = a + 3 * apart;
      const evenRe = from[a] + from[c];
      const evenIm = from[a + 1] + from[c + 1];
      const oddRe = from[b] + from[d];
      const oddIm = from[b + 1] + from[d + 1];
      const re = from[a] - from[c];
      const im = from[a + 1] - from[c + 1];
      // ±j times the difference of the odd terms.
      const turnedRe = sign * (from[d + 1] - from[b + 1]);
      const turnedIm = sign * (from[b] - from[d]);
      const at = 2 * (q + 4 * w);
      put(at, 0, evenRe + oddRe, evenIm + oddIm);
      put(at + 2 * s, w, re + turnedRe, im + turnedIm);
      put(at + 4 * s, 2 * w, evenRe - oddRe, evenIm - oddIm);
      put(at + 6 * s, 3 * w, re - turnedRe, im - turnedIm);
    }
  }
}

/** A stage of a prime factor, by the definition. */
function primes({ from, to, N, s, p, sign, roots: { cos, sin } }: Stage): void {
  const m = N / s / p;
  for (let i = 0; i < m; i++) {
    for (let k = 0; k < p; k++) {
      for (let q = 0; q < s; q++) {
        let re = 0;
        let im = 0;
        for (let r = 0; r < p; r++) {
          const at = 2 * (q + s * (i + m * r));
          const w = (s * k * (i + m * r)) % N;
          const c = cos[w];
          const d = sign * sin[w];
          re += from[at] * c - from[at + 1] * d;
          im += from[at] * d + from[at + 1] * c;
        }
        const at = 2 * (q + s * (p * i + k));
        to[at] = re;
        to[at + 1] = im;
      }
    }
  }
}

function factorOf(n: number): number {
  if (n % 4 === 0) return 4;
  for (let p = 2; p * p <= n; p++) if (n % p === 0) return p;
  return n;
}
