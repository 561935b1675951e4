import { type BandGains, checkBands } from "./band-gains.ts";
import { amplitude } from "./response.ts";

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
/** Relative excess of the taps' greatest error that rounding may make. */
const LOST = 1e-3;

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
 * optimum of the continuous bands. Between bands much further apart than the filter needs gains rise by powers of ten, which
 * costs the bands as many digits: where too few are left, it says so.
 * Source: J. H. McClellan, T. W. Parks, A unified approach to the design of optimum FIR linear-phase digital filters, 1973.
 *
 * @throws RangeError for lengths and bands out of range, gains that the type cannot have, exchanges that do not converge, and
 *   taps that rounding has spoilt.
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
  const failure = (what: string) => {
    const repair = "narrow wide transitions, widen narrow ones, shorten the filter, or take least squares";
    return new RangeError(`${where}: ${length} taps must come to equal errors, ${what}; ${repair}`);
  };
  const points = grid(spans, problem.count);
  const { reference, y, through, deviation } = exchange(problem, points, () =>
    failure(`but did not in ${MOST_EXCHANGES} exchanges`),
  );
  let taps = new Float64Array(length);
  const polynomial = (f: number) => tapsAmplitude(taps, f, odd) / factor(f);
  const misses = () => reference.map(({ f }, i) => y[i] - polynomial(f));
  const size = (values: readonly number[]) => Math.max(...values.map(Math.abs));
  // Between the bands P is known to few digits: what the taps miss at the reference is made up for, as long as it gets less.
  for (let missed = misses(), before = Infinity; size(missed) < before; missed = misses()) {
    before = size(missed);
    const missing = through(missed);
    const kept = taps;
    const added = toTaps((f) => factor(f) * missing(f), length, odd);
    taps = taps.map((tap, n) => tap + added[n]);
    if (size(misses()) >= before) taps = kept;
  }
  const greatest = [...points, ...reference].reduce((most, { f, band }) => {
    return Math.max(most, Math.abs(problem.weight(f, band) * (problem.desired(f, band) - polynomial(f))));
  }, 0);
  if (!(greatest <= deviation * (1 + LOST) + 1e-12)) throw failure(`but gains between the bands cost float64's digits`);
  return { taps, deviation };
}

/** A(f) of taps that are their own mirror image, or that turned. */
function tapsAmplitude(taps: Float64Array, frequency: number, odd: boolean): number {
  if (!odd) return amplitude(taps, frequency);
  const middle = (taps.length - 1) / 2;
  return taps.reduce((sum, tap, n) => sum - tap * Math.sin(Math.PI * frequency * (n - middle)), 0);
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

/** Part of its terms' sizes below which the sum of barycentric weights has cancelled: far out between two references. */
const CANCELLED = 1e-2;

/**
 * P through a reference of count + 1 points whose errors are equal and alternate, by barycentric Lagrange: as a quotient of
 * sums, which keeps all digits among the references; and, in wide gaps, where its denominator cancels while P grows without
 * bounds, as the product Π(x − xᵢ) times a sum. Source: N. J. Higham, The numerical stability of barycentric Lagrange
 * interpolation, 2004.
 */
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
  /** The polynomial through other values at the reference. */
  const through = (values: readonly number[]) => (f: number) => {
    const at = Math.cos(Math.PI * f);
    let [above, below, size, log, sign] = [0, 0, 0, largest, 1];
    for (let i = 0; i < x.length; i++) {
      const distance = at - x[i];
      if (distance === 0) return values[i];
      const weight = beta[i] / distance;
      above += weight * values[i];
      below += weight;
      size += Math.abs(weight);
      log += Math.log(2 * Math.abs(distance));
      if (distance < 0) sign = -sign;
    }
    return Math.abs(below) > CANCELLED * size ? above / below : (sign * Math.exp(log) * above) / 2;
  };
  return { delta, reference, y, through };
}

function exchange(problem: Problem, points: readonly Point[], failed: () => Error) {
  const wanted = problem.count + 1;
  let reference: Point[] = Array.from(
    { length: wanted },
    (_, i) => points[Math.round((i * (points.length - 1)) / Math.max(1, wanted - 1))],
  );
  for (let step = 0; step < MOST_EXCHANGES; step++) {
    const polynomial = interpolate(problem, reference);
    const { delta } = polynomial;
    const value = polynomial.through(polynomial.y);
    const error = (f: number, band: number) => problem.weight(f, band) * (problem.desired(f, band) - value(f));
    const all = alternating(extrema(points, error));
    const greatest = all.reduce((most, { error }) => Math.max(most, Math.abs(error)), 0);
    const found = trim(all, wanted);
    if (found.length < wanted || !Number.isFinite(delta)) throw failed();
    // What float64 leaves of a gain near 1 bounds the errors that can be told apart.
    if (greatest - Math.abs(delta) <= EQUAL * greatest + 1e-15) return { ...polynomial, deviation: greatest };
    reference = found;
  }
  throw failed();
}

/** Local extrema of the error, ends of bands included, refined between the points. */
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

/** Steps towards the top of a peak, at most. */
const MOST_STEPS = 24;
/** The larger part of a golden section. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The top of a peak between two frequencies: by parabolas, or by golden section where these hardly move. */
function refine(start: Extremum, from: number, to: number, error: (f: number, band: number) => number): Extremum {
  const { band } = start;
  const sign = Math.sign(start.error);
  const height = (f: number) => sign * error(f, band);
  let [a, b, c] = [from, start.f, to];
  let [ha, hb, hc] = [height(a), sign * start.error, height(c)];
  for (let step = 0; step < MOST_STEPS; step++) {
    const [p, q] = [(b - a) * (hb - hc), (b - c) * (hb - ha)];
    let tried = b - ((b - a) * p - (b - c) * q) / (2 * (p - q));
    const near = 1e-3 * (c - a);
    if (!(tried > a + near && tried < c - near) || Math.abs(tried - b) < near) {
      tried = c - b > b - a ? c - GOLDEN * (c - b) : a + GOLDEN * (b - a);
    }
    const h = height(tried);
    const gained = h - hb;
    if (h > hb) {
      if (tried > b) [a, ha] = [b, hb];
      else [c, hc] = [b, hb];
      [b, hb] = [tried, h];
    } else if (tried > b) [c, hc] = [tried, h];
    else [a, ha] = [tried, h];
    // Heights next to a top tell no more than so much.
    if (Math.max(hb - ha, hb - hc) < 1e-13 * hb || (gained > 0 && gained < 1e-15 * hb)) break;
  }
  return { f: b, band, error: sign * hb };
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
