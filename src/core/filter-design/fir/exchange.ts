import type { Sliced } from "../slices.ts";

/** An approximation problem in bands for a polynomial in cos πf. In a limited band the polynomial must only stay within ±1/weight. */
interface Problem {
  /** Of the filter. */
  taps: number;
  /** Coefficients of the polynomial. */
  count: number;
  /** The bands, in units of the Nyquist frequency, rising. */
  spans: readonly Span[];
  /** Desired value and weight in a band; 0 in a limited band. */
  desired(f: number, band: number): number;
  weight(f: number, band: number): number;
}

interface Span {
  low: number;
  high: number;
  limited?: boolean;
}

export interface Point {
  f: number;
  band: number;
}
interface Extremum extends Point {
  error: number;
}

/** A polynomial with its values at a reference, which has one point more than the polynomial has coefficients. */
interface Levelled {
  value(f: number): number;
  y: readonly number[];
  /** Weighted errors at the reference are this, alternating; 1 in limited bands. */
  delta: number;
}

/** The best polynomial so far. */
export interface Approximation extends Levelled {
  reference: readonly Point[];
  /** The polynomial that misses given values at the reference by equal weighted errors that alternate. */
  level(values: readonly number[]): Levelled;
  /** Lower bound of the largest error of any polynomial, by de la Vallée Poussin. */
  least: number;
  /** The largest error of this polynomial outside limited bands. Both are weighted, and equal at the optimum. */
  greatest: number;
  /** The largest weighted value in limited bands; above 1 the polynomial exceeds the limit. */
  limited: number;
}

export interface ExchangeOptions {
  /** Initial extrema, from a similar problem. */
  start?: readonly Point[];
  /** Returns true when the bounds of the minimax error are close enough. Default: they are equal and limits are kept. */
  enough?(least: number, greatest: number, limited: number): boolean;
}

/** Grid points per coefficient; extrema are refined between them. */
const DENSITY = 16;
const MOST_EXCHANGES = 100;
/** Most exchanges from the extrema of a similar problem; then the search restarts from evenly spread points. */
const FEW_EXCHANGES = 20;
/** Grid points between two pauses. */
const PAUSE = 256;
/** Relative excess of the largest error over the reference's error below which they count as equal. */
const EQUAL = 1e-10;
/** Part of a limit from which an extremum joins the reference. */
const REACHED = 1 - 1e-9;

/**
 * Remez's second algorithm: all extrema of the error are exchanged at once, until they are equal. In limited bands, extrema that
 * reach or exceed the limit take part, at the limit in place of the error.
 * Source of the limits: F. Grenez, Design of linear or minimum-phase FIR filters by constrained Chebyshev approximation, 1983.
 *
 * @throws What `failed` makes, for exchanges that do not converge.
 */
export function* exchange(
  problem: Problem,
  { start, enough = () => false }: ExchangeOptions,
  failed: (what: string) => Error,
): Sliced<Approximation> {
  const wanted = problem.count + 1;
  const grid = createGrid(problem);
  const { points } = grid;
  function* from(reference: readonly Point[], most: number): Sliced<Approximation | undefined> {
    for (let step = 0; step < most; step++) {
      const { level, targets, sign } = interpolation(problem, reference);
      const levelled = level(targets);
      const { value, delta } = levelled;
      const least = Math.max(0, sign * delta);
      const error = (f: number, band: number) => problem.weight(f, band) * (problem.desired(f, band) - value(f));
      const errors = { problem, error, least };
      let found = yield* exchanged(errors, points, yield* grid.errors(value));
      if (found.reference.length < wanted) {
        // The grid missed an oscillation between two points. With the reference's points added, it sees all oscillations.
        const denser = merged(points, reference);
        found = yield* exchanged(
          errors,
          denser,
          Float64Array.from(denser, ({ f, band }) => error(f, band)),
        );
      }
      const { greatest, limited } = found;
      if (found.reference.length < wanted || !Number.isFinite(delta)) return undefined;
      // Float64's resolution of a gain near 1 limits the errors that can be distinguished.
      const equal = greatest - least <= EQUAL * greatest + 1e-15 && limited <= 1 + EQUAL;
      if (equal || enough(least, greatest, limited)) {
        return { ...levelled, level, reference, least, greatest, limited };
      }
      reference = found.reference;
    }
    return undefined;
  }
  const near = start && (yield* from(rescaled(start, problem.spans, wanted), FEW_EXCHANGES));
  const free = points.filter(({ band }) => !problem.spans[band].limited);
  const apart = (free.length - 1) / (wanted - 1);
  const spread = Array.from({ length: wanted }, (_, i) => free[Math.round(i * apart)]);
  const found = near ?? (yield* from(spread, MOST_EXCHANGES));
  if (!found) throw failed(`but did not in ${MOST_EXCHANGES} exchanges`);
  return found;
}

interface Exchanged extends Pick<Approximation, "greatest" | "limited"> {
  /** The next reference; shorter if there are too few extrema. */
  reference: Extremum[];
}

/** The extrema of the error for the next reference. */
function* exchanged(
  { problem, error, least }: { problem: Problem; error(f: number, band: number): number; least: number },
  points: readonly Point[],
  values: Float64Array,
): Sliced<Exchanged> {
  const tops = yield* extrema(problem, points, values, error);
  const isLimited = ({ band }: Point) => problem.spans[band].limited === true;
  const most = (some: readonly Extremum[]) => some.reduce((most, { error }) => Math.max(most, Math.abs(error)), 0);
  // An extremum at a limit has the same weight as the error at the reference.
  const counted = tops.flatMap((top) => {
    if (!isLimited(top)) return [top];
    return Math.abs(top.error) >= REACHED ? [{ ...top, error: least * top.error }] : [];
  });
  return {
    reference: trim(alternating(counted), problem.count + 1),
    greatest: most(tops.filter((top) => !isLimited(top))),
    limited: most(tops.filter(isLimited)),
  };
}

/** Points of a grid and of a reference, in order, without duplicates. */
function merged(points: readonly Point[], reference: readonly Point[]): Point[] {
  const all = [...points, ...reference.map(({ f, band }) => ({ f, band }))];
  return all
    .toSorted((a, b) => a.band - b.band || a.f - b.f)
    .filter(({ f, band }, i, sorted) => sorted[i - 1]?.f !== f || sorted[i - 1].band !== band);
}

/** Points in all bands, and the errors there. */
function createGrid({ taps, spans, count, desired, weight }: Problem) {
  const total = spans.reduce((sum, { low, high, limited }) => sum + (limited ? 0 : high - low), 0);
  const points = spans.flatMap(({ low, high }, band): Point[] => {
    const steps = Math.max(DENSITY, Math.ceil((DENSITY * count * (high - low)) / total));
    return Array.from({ length: steps + 1 }, (_, i) => ({
      f: i === steps ? high : low + ((high - low) * i) / steps,
      band,
    }));
  });
  const wanted = Float64Array.from(points, ({ f, band }) => desired(f, band));
  const weights = Float64Array.from(points, ({ f, band }) => weight(f, band));
  function* errors(value: (f: number) => number): Sliced<Float64Array> {
    const all = new Float64Array(points.length);
    for (let i = 0; i < points.length; i++) {
      all[i] = weights[i] * (wanted[i] - value(points[i].f));
      if (i % PAUSE === PAUSE - 1) yield taps;
    }
    return all;
  }
  return { points, errors };
}

/** A number of points, distributed over and within the bands like the points of another problem. */
function rescaled(from: readonly Point[], spans: readonly Span[], wanted: number): Point[] {
  let [seen, given] = [0, 0];
  return spans.flatMap(({ low, high }, band) => {
    const own = from.filter((point) => point.band === band).map(({ f }) => f);
    seen += own.length;
    if (own.length === 0) own.push((low + high) / 2);
    const count = Math.round((wanted * seen) / from.length) - given;
    given += count;
    return Array.from({ length: count }, (_, i) => {
      const at = count > 1 ? (i * (own.length - 1)) / (count - 1) : (own.length - 1) / 2;
      const [before, after] = [own[Math.floor(at)], own[Math.ceil(at)]];
      return { f: Math.min(high, Math.max(low, before + (after - before) * (at % 1))), band };
    });
  });
}

/** The sum of barycentric weights has cancelled if it is below this part of its terms' magnitudes. This happens far from the reference. */
const CANCELLED = 1e-2;

/**
 * P from values at a reference, by barycentric Lagrange interpolation: as a quotient of sums, which is accurate between the references; and, in wide gaps, where its denominator cancels and P is large, as the product Π(x − xᵢ) times a sum. Source: N. J. Higham, The numerical stability of barycentric Lagrange
 * interpolation, 2004.
 */
function interpolation({ spans, desired, weight }: Problem, reference: readonly Point[]) {
  const x = Float64Array.from(reference, ({ f }) => Math.cos(Math.PI * f));
  const logs = Array.from(x, (own, i) => -logProduct(x, own, i));
  const largest = Math.max(...logs);
  const beta = Float64Array.from(logs, (log, i) => (i % 2 ? -1 : 1) * Math.exp(log - largest));
  const signs = reference.map((_, i) => (i % 2 ? -1 : 1));
  const isLimited = reference.map(({ band }) => spans[band].limited === true);
  const alternating = reference.map(({ f, band }, i) => (isLimited[i] ? 0 : signs[i] / weight(f, band)));
  const below = alternating.reduce((sum, part, i) => sum + beta[i] * part, 0);
  const wanted = reference.map(({ f, band }) => desired(f, band));
  // The sign of the first error. With it, limits lower the remaining error.
  const sign = wanted.reduce((sum, value, i) => sum + beta[i] * value, 0) < 0 ? -1 : 1;
  const targets = reference.map(({ f, band }, i) => (isLimited[i] ? (-sign * signs[i]) / weight(f, band) : wanted[i]));
  const level: Approximation["level"] = (values) => {
    const delta = values.reduce((sum, value, i) => sum + beta[i] * value, 0) / below;
    const y = values.map((value, i) => value - delta * alternating[i]);
    const terms = Float64Array.from(y, (value, i) => beta[i] * value);
    const value = (f: number) => {
      const at = Math.cos(Math.PI * f);
      const inside = quotient(at, x, beta, terms);
      if (!Number.isNaN(inside)) return inside;
      const node = x.indexOf(at);
      return node >= 0 ? y[node] : product(at, x, terms, largest);
    };
    return { value, y, delta };
  };
  return { level, targets, sign };
}

/** Σ termsᵢ/(at − xᵢ) over Σ βᵢ/(at − xᵢ); NaN at a point of the reference, and where the lower sum has cancelled. */
function quotient(at: number, x: Float64Array, beta: Float64Array, terms: Float64Array): number {
  let above = 0;
  let below = 0;
  let size = 0;
  for (let i = 0; i < x.length; i++) {
    const inverse = 1 / (at - x[i]);
    const part = beta[i] * inverse;
    above += terms[i] * inverse;
    below += part;
    size += Math.abs(part);
  }
  return Math.abs(below) > CANCELLED * size ? above / below : NaN;
}

/** Π 2(at − xᵢ) · Σ termsᵢ/(at − xᵢ), halved; the logarithms of a factor and of the product are added. */
function product(at: number, x: Float64Array, terms: Float64Array, log: number): number {
  let sum = 0;
  let sign = 0.5;
  for (let i = 0; i < x.length; i++) {
    sum += terms[i] / (at - x[i]);
    if (at < x[i]) sign = -sign;
  }
  return sign * Math.exp(log + logProduct(x, at)) * sum;
}

/** Number of differences whose product stays far within float64's range. */
const FACTORS = 8;

/** log Π 2|at − xᵢ| over all i except one: products of hundreds of differences exceed float64's range. */
function logProduct(x: Float64Array, at: number, but = -1): number {
  let sum = 0;
  let product = 1;
  for (let i = 0; i < x.length; i++) {
    if (i !== but) product *= 2 * Math.abs(at - x[i]);
    if (i % FACTORS === FACTORS - 1) {
      sum += Math.log(product);
      product = 1;
    }
  }
  return sum + Math.log(product);
}

/** Local extrema of the error, ends of bands included, refined between the points. */
function* extrema(
  { taps }: Problem,
  points: readonly Point[],
  values: Float64Array,
  error: (f: number, band: number) => number,
): Sliced<Extremum[]> {
  const found: Extremum[] = [];
  for (let i = 0; i < points.length; i++) {
    if (i % PAUSE === PAUSE - 1) yield taps;
    const { f, band } = points[i];
    const [left, right] = [points[i - 1]?.band === band, points[i + 1]?.band === band];
    const sign = Math.sign(values[i]);
    if (left && sign * values[i - 1] > sign * values[i]) continue;
    if (right && sign * values[i + 1] >= sign * values[i]) continue;
    const here = { f, band, error: values[i] };
    found.push(
      left && right
        ? refine(here, points[i - 1].f, points[i + 1].f, error)
        : atEnd(here, points[left ? i - 1 : i + 1].f, error),
    );
  }
  return found;
}

/** The extremum at the end of a band, unless the maximum is slightly inside. */
function atEnd(here: Extremum, inner: number, error: (f: number, band: number) => number): Extremum {
  const { f, band } = here;
  const sign = Math.sign(here.error);
  for (let part = 0.5; part > 1e-5; part /= 2) {
    const inside = f + (inner - f) * part;
    const tried = { f: inside, band, error: error(inside, band) };
    if (sign * tried.error <= sign * here.error) continue;
    const far = f + 2 * (inner - f) * part;
    return refine(tried, Math.min(f, far), Math.max(f, far), error);
  }
  return here;
}

/** Evaluation points of a peak, as parts of half the first bracket. */
const CLOSER = [1 / 8, 1 / 64];
/** Most parabolas of one width. */
const MOST_STEPS = 4;

/** The maximum between two frequencies: of a parabola, then of narrower parabolas about it. */
export function refine(
  start: Extremum,
  from: number,
  to: number,
  error: (f: number, band: number) => number,
): Extremum {
  const { band } = start;
  const sign = Math.sign(start.error);
  const height = (f: number) => sign * error(f, band);
  let [top, most] = [start.f, sign * start.error];
  const climb = (f: number, h = height(f)) => {
    if (h > most) [top, most] = [f, h];
  };
  const closer = (a: number, c: number) => {
    const [ha, hc] = [height(a), height(c)];
    const [p, q] = [(top - a) * (most - hc), (top - c) * (most - ha)];
    const vertex = top - ((top - a) * p - (top - c) * q) / (2 * (p - q));
    climb(a, ha);
    climb(c, hc);
    if (vertex > from && vertex < to) climb(vertex);
  };
  closer(from, to);
  for (const part of CLOSER) {
    const step = (part * (to - from)) / 2;
    // A top flatter than a parabola, as beside frequency 0, lies beyond the narrow bracket: it is approached in several steps.
    for (let moved = Infinity, tries = 0; moved > step && tries < MOST_STEPS; tries++) {
      const before = top;
      closer(Math.max(from, before - step), Math.min(to, before + step));
      moved = Math.abs(top - before);
    }
  }
  return { f: top, band, error: sign * most };
}

/** Keeps the largest of neighbouring extrema with the same sign. */
function alternating(all: readonly Extremum[]): Extremum[] {
  const kept: Extremum[] = [];
  for (const extremum of all) {
    const before = kept[kept.length - 1];
    if (!before || Math.sign(before.error) !== Math.sign(extremum.error)) kept.push(extremum);
    else if (Math.abs(extremum.error) > Math.abs(before.error)) kept[kept.length - 1] = extremum;
  }
  return kept;
}

/** Drops the smallest extremum; inside the list also its smaller neighbour, so that signs still alternate. */
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
