import { type BandGains, checkBands } from "./band-gains.ts";

export interface RemezDesign extends BandGains {
  length: number;
  /** "odd" taps turn by 90°: differentiators and Hilbert transformers, H = j·A(ω)·e^−jωM; "even" unless given. */
  symmetry?: "even" | "odd";
  /** Whether errors count relative to the gain, as differentiators want; then gains are above 0 but for one at frequency 0. */
  relative?: boolean;
}

export interface Remez {
  taps: Float64Array;
  /** Greatest weighted error of the amplitude, the same in all bands. */
  deviation: number;
}

/** Grid points a coefficient; extrema are refined between them. */
const DENSITY = 16;
const MOST_EXCHANGES = 100;
/** Relative excess of the greatest error over the reference's at which they count as equal. */
const EQUAL = 1e-10;

/** What is approximated: A(f) = factor(f)·P(cos πf) by P of `count` coefficients. */
interface Problem {
  count: number;
  factor(f: number): number;
  /** Desired P and its weight, in a band. */
  desired(f: number, band: number): number;
  weight(f: number, band: number): number;
}

interface Point {
  f: number;
  band: number;
}
interface Extremum extends Point {
  error: number;
}

/**
 * Linear-phase taps of the least greatest weighted error over the bands, by exchange of extrema; types I to IV by
 * length and symmetry. Extrema are found on a grid and refined between its points, so that the result is the
 * optimum of the continuous bands. Gaps much wider than the filter needs cost digits: rounding in them grows with length
 * times width, to 1e-7 of the gain at 65 taps and a gap of 0.16, until exchanges fail and say so.
 * Source: J. H. McClellan, T. W. Parks, A unified approach to the design of optimum FIR linear-phase digital filters, 1973.
 *
 * @throws RangeError for lengths and bands out of range, gains that the type cannot have, and exchanges that do not converge.
 */
export function remez(design: RemezDesign): Remez {
  const where = "fir/design/remez";
  const { length } = design;
  if (!Number.isInteger(length) || length < 3 || length > 2047) {
    throw new RangeError(`${where}: length must be an integer from 3 to 2047, got ${length}`);
  }
  const { bands, weights } = checkBands(where, design);
  const { symmetry = "even", relative = false } = design;
  const odd = symmetry === "odd";
  // Types II and III are 0 at the Nyquist frequency, III and IV at 0.
  const [zeroAtStart, zeroAtEnd] = [odd, odd === (length % 2 === 1)];
  const [first, last] = [bands[0], bands[bands.length - 1]];
  if (zeroAtEnd && last.high === 1 && last.to !== 0) {
    const repair = odd ? "take an even length" : "take an odd length";
    throw new RangeError(
      `${where}: gain must be 0 at the Nyquist frequency for ${length} ${symmetry} taps, got ${last.to}; ${repair}`,
    );
  }
  if (zeroAtStart && first.low === 0 && first.from !== 0) {
    throw new RangeError(
      `${where}: gain must be 0 at frequency 0 for odd taps, got ${first.from}; start the band above 0`,
    );
  }
  const gain = (f: number, band: number) => {
    const { low, high, from, to } = bands[band];
    return from + ((to - from) * (f - low)) / (high - low);
  };
  if (relative && bands.some(({ low, from, to }) => to <= 0 || (low === 0 ? from < 0 : from <= 0))) {
    throw new RangeError(`${where}: gains must be above 0 for relative errors, got ${design.gains.join(", ")}`);
  }
  const factor = (f: number) => {
    if (odd) return Math.sin(length % 2 ? Math.PI * f : (Math.PI * f) / 2);
    return length % 2 ? 1 : Math.cos((Math.PI * f) / 2);
  };
  const problem: Problem = {
    count: length % 2 && !odd ? (length + 1) / 2 : Math.floor(length / 2),
    factor,
    desired: (f, band) => gain(f, band) / factor(f),
    weight: (f, band) => (weights[band] * factor(f)) / (relative ? gain(f, band) : 1),
  };
  // Where the type is 0 anyway nothing can be weighed: a hair inside.
  const hair = 0.01 / length;
  const spans = bands.map(({ low, high }) => ({
    low: zeroAtStart || relative ? Math.max(low, Math.min(hair, high / 2)) : low,
    high: zeroAtEnd ? Math.min(high, Math.max(1 - hair, (1 + low) / 2)) : high,
  }));
  const { amplitude, deviation } = exchange(problem, grid(spans, problem.count), () => {
    const wide = "widen the transitions, shorten the filter, or take least squares";
    return new RangeError(
      `${where}: exchanges must converge, but ${length} taps did not in ${MOST_EXCHANGES}; ${wide}`,
    );
  });
  return { taps: toTaps((f) => factor(f) * amplitude(f), length, odd), deviation };
}

function grid(spans: readonly { low: number; high: number }[], count: number): Point[] {
  const total = spans.reduce((sum, { low, high }) => sum + high - low, 0);
  return spans.flatMap(({ low, high }, band) => {
    const steps = Math.max(DENSITY, Math.ceil((DENSITY * count * (high - low)) / total));
    return Array.from({ length: steps + 1 }, (_, i) => ({
      f: i === steps ? high : low + ((high - low) * i) / steps,
      band,
    }));
  });
}

/** P through a reference of count + 1 points whose errors are equal and alternate: barycentric Lagrange. */
function interpolate(problem: Problem, reference: readonly Point[]) {
  const x = reference.map(({ f }) => Math.cos(Math.PI * f));
  // Products of hundreds of differences leave float64's range: logarithms first.
  const logs = x.map((own, i) =>
    x.reduce((sum, other, j) => (i === j ? sum : sum - Math.log(2 * Math.abs(own - other))), 0),
  );
  const largest = Math.max(...logs);
  const beta = logs.map((log, i) => (i % 2 ? -1 : 1) * Math.exp(log - largest));
  let [above, below] = [0, 0];
  reference.forEach(({ f, band }, i) => {
    above += beta[i] * problem.desired(f, band);
    below += Math.abs(beta[i]) / problem.weight(f, band);
  });
  const delta = above / below;
  const y = reference.map(
    ({ f, band }, i) => problem.desired(f, band) - ((i % 2 ? -1 : 1) * delta) / problem.weight(f, band),
  );
  const amplitude = (f: number) => {
    const at = Math.cos(Math.PI * f);
    let [above, below] = [0, 0];
    for (let i = 0; i < x.length; i++) {
      const distance = at - x[i];
      if (distance === 0) return y[i];
      above += (beta[i] / distance) * y[i];
      below += beta[i] / distance;
    }
    return above / below;
  };
  return { delta, amplitude };
}

function exchange(problem: Problem, points: readonly Point[], failed: () => Error) {
  const wanted = problem.count + 1;
  let reference: Point[] = Array.from(
    { length: wanted },
    (_, i) => points[Math.round((i * (points.length - 1)) / Math.max(1, wanted - 1))],
  );
  for (let step = 0; step < MOST_EXCHANGES; step++) {
    const { delta, amplitude } = interpolate(problem, reference);
    const error = (f: number, band: number) => problem.weight(f, band) * (problem.desired(f, band) - amplitude(f));
    const all = alternating(extrema(points, error));
    const greatest = all.reduce((most, { error }) => Math.max(most, Math.abs(error)), 0);
    const found = trim(all, wanted);
    if (found.length < wanted || !Number.isFinite(delta)) throw failed();
    // What float64 leaves of a gain near 1 bounds the errors that can be told apart.
    if (greatest - Math.abs(delta) <= EQUAL * greatest + 1e-15) return { amplitude, deviation: greatest };
    reference = found;
  }
  throw failed();
}

/** Local extrema of the error, ends of bands included, refined by parabolas. */
function extrema(points: readonly Point[], error: (f: number, band: number) => number): Extremum[] {
  const values = points.map(({ f, band }) => error(f, band));
  return points.flatMap(({ f, band }, i) => {
    const [left, right] = [points[i - 1]?.band === band, points[i + 1]?.band === band];
    const sign = Math.sign(values[i]);
    if ((left && sign * values[i - 1] > sign * values[i]) || (right && sign * values[i + 1] >= sign * values[i]))
      return [];
    const here = { f, band, error: values[i] };
    if (left && right) return [refine(here, points[i - 1].f, points[i + 1].f, error)];
    const inner = points[left ? i - 1 : i + 1].f;
    // At the end of a band, unless the top is a little inside.
    for (let part = 0.5; part > 1e-5; part /= 2) {
      const inside = f + (inner - f) * part;
      const tried = { f: inside, band, error: error(inside, band) };
      if (sign * tried.error <= sign * here.error) continue;
      const far = f + 2 * (inner - f) * part;
      return [refine(tried, Math.min(f, far), Math.max(f, far), error)];
    }
    return [here];
  });
}

/** The top of a peak between a and c, by parabolas. */
function refine(start: Extremum, from: number, to: number, error: (f: number, band: number) => number): Extremum {
  let [best, a, c] = [start, from, to];
  const { band } = start;
  const sign = Math.sign(start.error);
  for (let round = 0; round < 3; round++) {
    const [ea, ec] = [error(a, band), error(c, band)];
    const [p, q] = [(best.f - a) * (best.error - ec), (best.f - c) * (best.error - ea)];
    const vertex = best.f - ((best.f - a) * p - (best.f - c) * q) / (2 * (p - q));
    if (!(vertex > a && vertex < c)) break;
    const tried = { f: vertex, band, error: error(vertex, band) };
    const half = (c - a) / 16;
    if (sign * tried.error > sign * best.error) best = tried;
    [a, c] = [Math.max(a, best.f - half), Math.min(c, best.f + half)];
  }
  return best;
}

/** Of neighbours with the same sign the largest. */
function alternating(all: readonly Extremum[]): Extremum[] {
  const kept: Extremum[] = [];
  for (const extremum of all) {
    const before = kept[kept.length - 1];
    if (!before || Math.sign(before.error) !== Math.sign(extremum.error)) kept.push(extremum);
    else if (Math.abs(extremum.error) > Math.abs(before.error)) kept[kept.length - 1] = extremum;
  }
  return kept;
}

/** Drops the least, at an end alone, inside with its lesser neighbour, so that signs go on alternating. */
function trim(all: readonly Extremum[], wanted: number): Extremum[] {
  const kept = [...all];
  const size = (i: number) => Math.abs(kept[i]?.error ?? Infinity);
  while (kept.length > wanted) {
    const last = kept.length - 1;
    let least = size(0) <= size(last) ? 0 : last;
    if (kept.length > wanted + 1) {
      for (let i = 1; i < last; i++) if (size(i) < size(least)) least = i;
    }
    if (least === 0 || least === last) kept.splice(least, 1);
    else kept.splice(size(least - 1) < size(least + 1) ? least - 1 : least, 2);
  }
  return kept;
}

/** Taps of an amplitude of the type, from as many samples of it as there are taps. */
function toTaps(amplitude: (f: number) => number, length: number, odd: boolean): Float64Array {
  const middle = (length - 1) / 2;
  const samples = Array.from({ length: Math.floor(length / 2) + 1 }, (_, k) => amplitude((2 * k) / length));
  return Float64Array.from({ length }, (_, n) => {
    const sum = samples.reduce((sum, sample, k) => {
      const angle = (2 * Math.PI * k * (n - middle)) / length;
      // 0 and, of even lengths, the Nyquist frequency have no mirror.
      const times = k === 0 || 2 * k === length ? 1 : 2;
      return sum + times * sample * (odd ? -Math.sin(angle) : Math.cos(angle));
    }, 0);
    return sum / length;
  });
}
