import { LuDecomposition, Matrix } from "ml-matrix";

/** A difference of two symbols as the union bound needs it. */
interface Difference {
  value: readonly [number, number];
  /** Mean over the sent symbols: 1 if the other symbol exists, else 0. */
  share: number;
  /** The same mean of the wrong bits. */
  bits: number;
}

/** Most states of an error trellis. */
const MOST_STATES = 4096;

/** Returns the differences a − b of two symbols of a constellation; 0 comes first. */
function differencesOf(points: Float64Array): Difference[] {
  const size = points.length / 2;
  const found = new Map<string, { value: [number, number]; share: number; bits: number }>();
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      const value: [number, number] = [points[2 * a] - points[2 * b], points[2 * a + 1] - points[2 * b + 1]];
      const key = value.map((part) => Math.round(part * 1e9)).join();
      const one = found.get(key) ?? { value, share: 0, bits: 0 };
      one.share += 1 / size;
      one.bits += bitsOf(a ^ b) / size;
      found.set(key, one);
    }
  }
  return [...found.values()].sort((a, b) => Math.hypot(...a.value) - Math.hypot(...b.value));
}

function bitsOf(label: number): number {
  let count = 0;
  for (let rest = label; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

/** The trellis of error sequences: a state is the last L differences. */
interface ErrorTrellis {
  states: number;
  differences: readonly Difference[];
  next(state: number, difference: number): number;
  /** |Σ h_l ε_(k−l)|² of a branch. */
  energy: Float64Array;
}

function errorTrellis(taps: Float64Array, points: Float64Array): ErrorTrellis | undefined {
  const memory = taps.length / 2 - 1;
  const differences = differencesOf(points);
  const choices = differences.length;
  const states = choices ** memory;
  if (states > MOST_STATES) return undefined;
  const energy = new Float64Array(states * choices);
  for (let state = 0; state < states; state++) {
    for (let d = 0; d < choices; d++) {
      let [re, im] = [0, 0];
      // The state's last digit is the newest difference.
      for (let l = 0, rest = state; l <= memory; l++) {
        const digit = l === 0 ? d : rest % choices;
        if (l > 0) rest = Math.floor(rest / choices);
        const [a, b] = differences[digit].value;
        re += taps[2 * l] * a - taps[2 * l + 1] * b;
        im += taps[2 * l] * b + taps[2 * l + 1] * a;
      }
      energy[state * choices + d] = re * re + im * im;
    }
  }
  return { states, differences, next: (state, d) => (state * choices + d) % states, energy };
}

/** Most states that the search for the closest sequences visits. */
const MOST_VISITED = 10_000;

/**
 * Returns the least distance of two received sequences, relative to the distance of one symbol alone: the minimum of |h ∗ ε|² over
 * error events, divided by the distance of the constellation's neighbours. 1: the channel costs nothing. Undefined if the search has to visit too
 * many states. Source: Proakis & Salehi, section 9.3.
 *
 * @param taps h, complex, of energy 1. @param points The constellation by label, complex.
 */
export function minimumDistance(taps: Float64Array, points: Float64Array): number | undefined {
  const memory = taps.length / 2 - 1;
  const differences = differencesOf(points);
  const choices = differences.length;
  const states = choices ** memory;
  if (states * choices > Number.MAX_SAFE_INTEGER) return undefined;
  const alone = Math.hypot(...differences[1].value) ** 2;
  const best = new Map<number, number>();
  // One wrong symbol is an event. No path of this energy or more comes closer.
  let least = alone * taps.reduce((sum, part) => sum + part * part, 0);
  let active = new Set<number>();
  // A path that ends has L times the difference 0.
  const reach = (state: number, distance: number) => {
    if (distance >= least) return;
    if (state === 0) least = distance;
    else if (distance < (best.get(state) ?? Infinity) - 1e-12) {
      best.set(state, distance);
      active.add(state);
    }
  };
  const extend = (state: number, distance: number, from: number) => {
    let [re, im] = [0, 0];
    for (let l = 1, rest = state; l <= memory; l++) {
      const [a, b] = differences[rest % choices].value;
      rest = Math.floor(rest / choices);
      re += taps[2 * l] * a - taps[2 * l + 1] * b;
      im += taps[2 * l] * b + taps[2 * l + 1] * a;
    }
    for (let d = from; d < choices; d++) {
      const [a, b] = differences[d].value;
      const energy = (re + taps[0] * a - taps[1] * b) ** 2 + (im + taps[0] * b + taps[1] * a) ** 2;
      reach((state * choices + d) % states, distance + energy);
    }
  };
  extend(0, 0, 1);
  while (active.size > 0) {
    const now = active;
    active = new Set();
    for (const state of now) {
      const distance = best.get(state)!;
      if (distance < least) extend(state, distance, 0);
      if (best.size > MOST_VISITED) return undefined;
    }
  }
  return least / alone;
}

/** Angles of the integral in the union bound. The integrand is smooth and periodic: 16 give rates down to 1e-30 within 1e-7. */
const ANGLES = 16;
const STEPS = 20_000;
const SMALL = 1e-10;

/**
 * Returns the union bound of a maximum-likelihood sequence detector's bit error rate: Σ over error events of
 * wrong bits · probability that the event's symbols were sent · Q(√(γ|h ∗ ε|²/…)). The sum over all events is the transfer
 * function of the trellis of errors, with Q(√x) = (1/π)∫₀^(π/2) exp(−x/(2 sin²θ)) dθ (Craig). Null if the sum does not converge, or
 * has too many states. Source: Proakis & Salehi, section 9.3; J. Craig, “A new, simple and exact result for calculating the
 * probability of error for two-dimensional signal constellations”, MILCOM 1991.
 *
 * @param points The constellation by label, complex, [2^bits].
 * @param noiseVariance Variance of the noise per real dimension.
 */
export function sequenceErrorBound(taps: Float64Array, points: Float64Array, noiseVariance: number): number | null {
  const trellis = errorTrellis(taps, points);
  if (!trellis) return null;
  let sum = 0;
  for (let i = 0; i < ANGLES; i++) {
    const theta = ((i + 0.5) / ANGLES) * (Math.PI / 2);
    const events = wrongBits(trellis, 1 / (8 * noiseVariance * Math.sin(theta) ** 2));
    if (events === undefined) return null;
    sum += events / (2 * ANGLES);
  }
  return sum / Math.log2(points.length / 2);
}

/** Branches of a trellis by state and difference: what one adds to the probability of paths, and to their wrong bits. */
interface Branches {
  shares: Float64Array;
  ends: Float64Array;
}

/** Sum over the error events of their wrong bits and probabilities with e^(−exponent·energy) per branch; undefined if it diverges. */
function wrongBits(trellis: ErrorTrellis, exponent: number): number | undefined {
  const { states, differences, energy } = trellis;
  const shares = new Float64Array(energy.length);
  const ends = new Float64Array(energy.length);
  for (let branch = 0; branch < energy.length; branch++) {
    const { share, bits } = differences[branch % differences.length];
    const factor = Math.exp(-exponent * energy[branch]);
    shares[branch] = share * factor;
    ends[branch] = bits * factor;
  }
  return states <= MOST_SOLVED ? solvedBits(trellis, { shares, ends }) : summedBits(trellis, { shares, ends });
}

/** Most states for which a system of equations is solved. */
const MOST_SOLVED = 100;

/**
 * The sum as the solution of p = p₀ + T·p and b = b₀ + T·b + E·p over the states other than 0, where T and E are the branches between
 * them. T has positive powers between all of these states, so p ≥ 0 holds only if its eigenvalues are below 1: then the sum converges.
 */
function solvedBits({ states, differences, next }: ErrorTrellis, { shares, ends }: Branches): number | undefined {
  const choices = differences.length;
  const size = states - 1;
  const matrix = Matrix.eye(size, size);
  const [first, firstBits] = [Matrix.zeros(size, 1), Matrix.zeros(size, 1)];
  let total = 0;
  for (let d = 1; d < choices; d++) {
    const to = next(0, d);
    if (to === 0) {
      total += ends[d];
      continue;
    }
    first.set(to - 1, 0, first.get(to - 1, 0) + shares[d]);
    firstBits.set(to - 1, 0, firstBits.get(to - 1, 0) + ends[d]);
  }
  if (size === 0) return total;
  for (let state = 1; state < states; state++) {
    for (let d = 0; d < choices; d++) {
      const to = next(state, d);
      if (to > 0) matrix.set(to - 1, state - 1, matrix.get(to - 1, state - 1) - shares[state * choices + d]);
    }
  }
  const factors = new LuDecomposition(matrix);
  if (factors.isSingular()) return undefined;
  const paths = factors.solve(first).getColumn(0);
  const largest = Math.max(...paths.map(Math.abs));
  if (paths.some((sum) => sum < -1e-12 * largest)) return undefined;
  for (let state = 1; state < states; state++) {
    for (let d = 0; d < choices; d++) {
      const to = next(state, d);
      const added = paths[state - 1] * ends[state * choices + d];
      if (to === 0) total += added;
      else firstBits.set(to - 1, 0, firstBits.get(to - 1, 0) + added);
    }
  }
  const bits = factors.solve(firstBits).getColumn(0);
  for (let state = 1; state < states; state++) {
    for (let d = 0; d < choices; d++) {
      if (next(state, d) === 0) total += bits[state - 1] * shares[state * choices + d];
    }
  }
  return total;
}

/** The sum step by step. */
function summedBits({ states, differences, next }: ErrorTrellis, { shares, ends }: Branches): number | undefined {
  const choices = differences.length;
  let [paths, nextPaths, bits, nextBits] = Array.from({ length: 4 }, () => new Float64Array(states));
  for (let d = 1; d < choices; d++) {
    paths[next(0, d)] += shares[d];
    bits[next(0, d)] += ends[d];
  }
  let total = bits[0];
  for (let step = 0; step < STEPS; step++) {
    nextPaths.fill(0);
    nextBits.fill(0);
    for (let state = 1; state < states; state++) {
      if (paths[state] === 0) continue;
      const first = state * choices;
      // The next states follow one another.
      const to = next(state, 0);
      for (let d = 0; d < choices; d++) {
        nextPaths[to + d] += paths[state] * shares[first + d];
        nextBits[to + d] += bits[state] * shares[first + d] + paths[state] * ends[first + d];
      }
    }
    total += nextBits[0];
    [paths, nextPaths, bits, nextBits] = [nextPaths, paths, nextBits, bits];
    let rest = 0;
    for (let state = 1; state < states; state++) rest += bits[state];
    if (!(rest < 1e6)) return undefined;
    if (rest <= SMALL * total) return total;
  }
  return undefined;
}
