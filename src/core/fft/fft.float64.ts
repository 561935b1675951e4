import { createScratch } from "../thread/scratch.ts";

/** cos(2πn/N) and sin(2πn/N). */
interface Roots {
  cos: Float64Array;
  sin: Float64Array;
}

/** Roots of the last lengths. They take most of a transform's time if they are computed each time. */
const known = new Map<number, Roots>();
/** Most roots that are kept. */
const MOST_KNOWN = 2 ** 19;

function rootsOf(N: number): Roots {
  const found = known.get(N);
  if (found) return found;
  const cos = new Float64Array(N);
  const sin = new Float64Array(N);
  for (let i = 0; i < N; i++) {
    cos[i] = Math.cos((2 * Math.PI * i) / N);
    sin[i] = Math.sin((2 * Math.PI * i) / N);
  }
  let count = [...known.keys()].reduce((sum, length) => sum + length, N);
  for (const oldest of known.keys()) {
    if (count <= MOST_KNOWN) break;
    known.delete(oldest);
    count -= oldest;
  }
  known.set(N, { cos, sin });
  return { cos, sin };
}

/** Arrays that transforms use again. Nothing is left in them. */
const scratch = createScratch(2 ** 20);

/**
 * Discrete Fourier transform X[k] = Σn x[n]·e^{−j2πkn/N}; the inverse has the other sign and the factor 1/N.
 * Stockham's self-sorting stages over the factors of N, threes and eights first: any length works, {@link fastLength} returns fast ones.
 *
 * @param x N complex samples, interleaved. Not changed.
 *
 * @example
 * ```ts
 * import { fft } from "threeray/fft";
 *
 * // One turn per four samples: all of its power is in bin 1 of 4.
 * const x = Float64Array.of(1, 0, 0, 1, -1, 0, 0, -1);
 * console.log(fft(x).map(Math.round).join(" ")); // 0 0 4 0 0 0 0 0
 * ```
 */
export function fft(x: Float64Array, inverse = false): Float64Array {
  const result = new Float64Array(x.length);
  transformTo(result, x, inverse);
  if (inverse) for (let i = 0, N = x.length / 2; i < result.length; i++) result[i] /= N;
  return result;
}

/**
 * Returns the transform of samples that are written for it, without an array for them.
 *
 * @param write Writes into 2·size zeros, and calls no transform.
 */
export function transformOf(
  size: number,
  write: (x: Float64Array) => void,
  inverse = false,
): Float64Array<ArrayBuffer> {
  const x = scratch(1, 2 * size).fill(0);
  write(x);
  const result = new Float64Array(2 * size);
  transformTo(result, x, inverse);
  if (inverse) for (let i = 0; i < result.length; i++) result[i] /= size;
  return result;
}

/**
 * Returns |X[k]|² of a transform of `size` samples.
 *
 * @param x At most `size` complex samples, interleaved. Zeros follow them.
 */
export const binPowers = (x: Float64Array, size: number): Float64Array<ArrayBuffer> =>
  binPowersOf(size, (padded) => padded.set(x));

/** Returns |X[k]|² of samples that are written for it. @param write As in {@link transformOf}. */
export function binPowersOf(size: number, write: (x: Float64Array) => void): Float64Array<ArrayBuffer> {
  const x = scratch(1, 2 * size).fill(0);
  write(x);
  const bins = scratch(2, 2 * size);
  transformTo(bins, x);
  const powers = new Float64Array(size);
  for (let k = 0; k < size; k++) powers[k] = bins[2 * k] * bins[2 * k] + bins[2 * k + 1] * bins[2 * k + 1];
  return powers;
}

/**
 * Returns the smallest even length with a fast transform that is not less: a power of 2, or three times one.
 *
 * @example
 * ```ts
 * import { fastLength } from "threeray/fft";
 *
 * console.log(fastLength(1000), fastLength(1500)); // 1024 1536
 * ```
 */
export function fastLength(least: number): number {
  const power = 2 ** Math.ceil(Math.log2(Math.max(2, least)));
  return power >= 8 && (3 / 4) * power >= least ? (3 / 4) * power : power;
}

/** Writes the transform of x, without a factor. @param result As long as x, and another array. */
export function transformTo(result: Float64Array, x: Float64Array, inverse = false): void {
  const N = x.length / 2;
  const roots = rootsOf(N);
  const factors = factorsOf(N);
  if (factors.length === 0) result.set(x);
  const other = factors.length > 1 ? scratch(0, 2 * N) : result;
  let from = x;
  let s = 1;
  for (const [i, p] of factors.entries()) {
    // s interleaved transforms of length N/s; each becomes p interleaved transforms of length N/s/p. The last stage writes the result.
    const to = (factors.length - i) % 2 === 1 ? result : other;
    const stage = { from, to, N, s, p, roots };
    if (p === 8) eights(stage);
    else if (p === 4) fours(stage);
    else if (p === 3) threes(stage);
    else if (p === 2 && 2 * s === N) lastTwos(stage);
    else primes(stage);
    from = to;
    s *= p;
  }
  if (inverse) reverse(result);
}

/** Gives bin k the value of bin −k, in place: the inverse transform without its factor. */
function reverse(bins: Float64Array): void {
  for (let low = 2, high = bins.length - 2; low < high; low += 2, high -= 2) {
    const re = bins[low];
    const im = bins[low + 1];
    bins[low] = bins[high];
    bins[low + 1] = bins[high + 1];
    bins[high] = re;
    bins[high + 1] = im;
  }
}

interface Stage {
  from: Float64Array;
  to: Float64Array;
  N: number;
  s: number;
  p: number;
  roots: Roots;
}

// Arrays of two numbers, and functions that write a term, would take a fifth more time.

/**
 * A stage of factor 8: the transforms of the four even terms and of the four odd ones, which are turned by eighths and joined. It reads and
 * writes less often than two stages of smaller factors.
 */
function eights({ from, to, N, s, roots: { cos, sin } }: Stage): void {
  const apart = N / 4;
  const step = 2 * s;
  const eighth = Math.SQRT1_2;
  for (let w = 0; w < N / 8; w += s) {
    const c1 = cos[w];
    const d1 = sin[w];
    const c2 = cos[2 * w];
    const d2 = sin[2 * w];
    const c3 = cos[3 * w];
    const d3 = sin[3 * w];
    const c4 = cos[4 * w];
    const d4 = sin[4 * w];
    const c5 = cos[5 * w];
    const d5 = sin[5 * w];
    const c6 = cos[6 * w];
    const d6 = sin[6 * w];
    const c7 = cos[7 * w];
    const d7 = sin[7 * w];
    const end = 2 * (w + s);
    for (let a = 2 * w, first = 16 * w; a < end; a += 2, first += 2) {
      let at = a;
      const x0 = from[at];
      const y0 = from[at + 1];
      at += apart;
      const x1 = from[at];
      const y1 = from[at + 1];
      at += apart;
      const x2 = from[at];
      const y2 = from[at + 1];
      at += apart;
      const x3 = from[at];
      const y3 = from[at + 1];
      at += apart;
      const x4 = from[at];
      const y4 = from[at + 1];
      at += apart;
      const x5 = from[at];
      const y5 = from[at + 1];
      at += apart;
      const x6 = from[at];
      const y6 = from[at + 1];
      at += apart;
      const x7 = from[at];
      const y7 = from[at + 1];
      const even0Re = x0 + x4 + (x2 + x6);
      const even0Im = y0 + y4 + (y2 + y6);
      const even1Re = x0 - x4 + (y2 - y6);
      const even1Im = y0 - y4 - (x2 - x6);
      const even2Re = x0 + x4 - (x2 + x6);
      const even2Im = y0 + y4 - (y2 + y6);
      const even3Re = x0 - x4 - (y2 - y6);
      const even3Im = y0 - y4 + (x2 - x6);
      const odd0Re = x1 + x5 + (x3 + x7);
      const odd0Im = y1 + y5 + (y3 + y7);
      const oneRe = x1 - x5 + (y3 - y7);
      const oneIm = y1 - y5 - (x3 - x7);
      const odd1Re = eighth * (oneRe + oneIm);
      const odd1Im = eighth * (oneIm - oneRe);
      const odd2Re = y1 + y5 - (y3 + y7);
      const odd2Im = x3 + x7 - (x1 + x5);
      const threeRe = x1 - x5 - (y3 - y7);
      const threeIm = y1 - y5 + (x3 - x7);
      const odd3Re = eighth * (threeIm - threeRe);
      const odd3Im = -eighth * (threeRe + threeIm);
      at = first;
      to[at] = even0Re + odd0Re;
      to[at + 1] = even0Im + odd0Im;
      at += step;
      let re = even1Re + odd1Re;
      let im = even1Im + odd1Im;
      to[at] = re * c1 + im * d1;
      to[at + 1] = im * c1 - re * d1;
      at += step;
      re = even2Re + odd2Re;
      im = even2Im + odd2Im;
      to[at] = re * c2 + im * d2;
      to[at + 1] = im * c2 - re * d2;
      at += step;
      re = even3Re + odd3Re;
      im = even3Im + odd3Im;
      to[at] = re * c3 + im * d3;
      to[at + 1] = im * c3 - re * d3;
      at += step;
      re = even0Re - odd0Re;
      im = even0Im - odd0Im;
      to[at] = re * c4 + im * d4;
      to[at + 1] = im * c4 - re * d4;
      at += step;
      re = even1Re - odd1Re;
      im = even1Im - odd1Im;
      to[at] = re * c5 + im * d5;
      to[at + 1] = im * c5 - re * d5;
      at += step;
      re = even2Re - odd2Re;
      im = even2Im - odd2Im;
      to[at] = re * c6 + im * d6;
      to[at + 1] = im * c6 - re * d6;
      at += step;
      re = even3Re - odd3Re;
      im = even3Im - odd3Im;
      to[at] = re * c7 + im * d7;
      to[at + 1] = im * c7 - re * d7;
    }
  }
}

/** A stage of factor 4: its inner transform takes additions only. */
function fours({ from, to, N, s, roots: { cos, sin } }: Stage): void {
  const apart = N / 2;
  const step = 2 * s;
  for (let w = 0; w < N / 4; w += s) {
    const c1 = cos[w];
    const d1 = sin[w];
    const c2 = cos[2 * w];
    const d2 = sin[2 * w];
    const c3 = cos[3 * w];
    const d3 = sin[3 * w];
    const end = 2 * (w + s);
    for (let a = 2 * w, at = 8 * w; a < end; a += 2, at += 2) {
      const b = a + apart;
      const c = b + apart;
      const d = c + apart;
      const evenRe = from[a] + from[c];
      const evenIm = from[a + 1] + from[c + 1];
      const oddRe = from[b] + from[d];
      const oddIm = from[b + 1] + from[d + 1];
      const re = from[a] - from[c];
      const im = from[a + 1] - from[c + 1];
      // −j times the difference of the odd terms.
      const turnedRe = from[b + 1] - from[d + 1];
      const turnedIm = from[d] - from[b];
      to[at] = evenRe + oddRe;
      to[at + 1] = evenIm + oddIm;
      const firstRe = re + turnedRe;
      const firstIm = im + turnedIm;
      to[at + step] = firstRe * c1 + firstIm * d1;
      to[at + step + 1] = firstIm * c1 - firstRe * d1;
      const secondRe = evenRe - oddRe;
      const secondIm = evenIm - oddIm;
      to[at + 2 * step] = secondRe * c2 + secondIm * d2;
      to[at + 2 * step + 1] = secondIm * c2 - secondRe * d2;
      const thirdRe = re - turnedRe;
      const thirdIm = im - turnedIm;
      to[at + 3 * step] = thirdRe * c3 + thirdIm * d3;
      to[at + 3 * step + 1] = thirdIm * c3 - thirdRe * d3;
    }
  }
}

/** sin(2π/3). */
const THIRD = Math.sqrt(3) / 2;

/** A stage of factor 3. */
function threes({ from, to, N, s, roots: { cos, sin } }: Stage): void {
  const apart = (2 * N) / 3;
  const step = 2 * s;
  for (let w = 0; w < N / 3; w += s) {
    const c1 = cos[w];
    const d1 = sin[w];
    const c2 = cos[2 * w];
    const d2 = sin[2 * w];
    const end = 2 * (w + s);
    for (let a = 2 * w, at = 6 * w; a < end; a += 2, at += 2) {
      const b = a + apart;
      const c = b + apart;
      const sumRe = from[b] + from[c];
      const sumIm = from[b + 1] + from[c + 1];
      const re = from[a] - sumRe / 2;
      const im = from[a + 1] - sumIm / 2;
      // −j·sin(2π/3) times the difference.
      const turnedRe = THIRD * (from[b + 1] - from[c + 1]);
      const turnedIm = THIRD * (from[c] - from[b]);
      to[at] = from[a] + sumRe;
      to[at + 1] = from[a + 1] + sumIm;
      const firstRe = re + turnedRe;
      const firstIm = im + turnedIm;
      to[at + step] = firstRe * c1 + firstIm * d1;
      to[at + step + 1] = firstIm * c1 - firstRe * d1;
      const secondRe = re - turnedRe;
      const secondIm = im - turnedIm;
      to[at + 2 * step] = secondRe * c2 + secondIm * d2;
      to[at + 2 * step + 1] = secondIm * c2 - secondRe * d2;
    }
  }
}

/** The last stage, of factor 2: sums and differences. */
function lastTwos({ from, to, N }: Stage): void {
  for (let i = 0; i < N; i++) {
    const a = from[i];
    const b = from[i + N];
    to[i] = a + b;
    to[i + N] = a - b;
  }
}

/** A stage of a prime factor, by the definition. */
function primes({ from, to, N, s, p, roots: { cos, sin } }: Stage): void {
  const m = N / s / p;
  for (let i = 0; i < m; i++) {
    for (let k = 0; k < p; k++) {
      for (let q = 0; q < s; q++) {
        let re = 0;
        let im = 0;
        for (let r = 0; r < p; r++) {
          const at = 2 * (q + s * (i + m * r));
          const w = (s * k * (i + m * r)) % N;
          re += from[at] * cos[w] + from[at + 1] * sin[w];
          im += from[at + 1] * cos[w] - from[at] * sin[w];
        }
        const at = 2 * (q + s * (p * i + k));
        to[at] = re;
        to[at + 1] = im;
      }
    }
  }
}

/** The factors of the stages, in their order. */
function factorsOf(N: number): number[] {
  const factors: number[] = [];
  for (let n = N; n > 1;) {
    const p = factorOf(n);
    factors.push(p);
    n /= p;
  }
  return factors;
}

function factorOf(n: number): number {
  if (n % 3 === 0) return 3;
  // A stage of factor 2 after one of factor 8 takes longer than two of factor 4.
  if (n % 8 === 0 && n !== 16) return 8;
  if (n % 4 === 0) return 4;
  for (let p = 2; p * p <= n; p++) if (n % p === 0) return p;
  return n;
}
