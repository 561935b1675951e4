import { type Band, isBand } from "../bands.ts";
import { type Mask, maskBand } from "../mask.ts";
import { MOST_TAPS } from "./band-gains.ts";
import { type Point, refine } from "./exchange.ts";
import { kaiserBeta, kaiserLength } from "./kaiser.ts";
import { leastSquaresInSlices } from "./least-squares.ts";
import { ExchangeError, leastError, type RemezDesign, remezInSlices } from "./remez.ts";
import { amplitude, amplitudesOf } from "./response.ts";
import { shortest, type Trial } from "./shortest.ts";
import { atOnce, type Sliced } from "../slices.ts";
import { windowed } from "./windowed.ts";
import type { Window, WindowName } from "../windows.ts";

export const FIR_METHODS = ["window", "least-squares", "remez"] as const;
export type FirMethod = (typeof FIR_METHODS)[number];

/** Tolerances: gains of the pass band are within 1 ± pass, and gains of the stop band below stop. */
export interface Tolerances {
  pass: number;
  stop: number;
}

/** (1 + pass)/(1 − pass) is the peak-to-peak ripple. */
export function tolerances({ ripple, attenuation }: Mask): Tolerances {
  const ratio = 10 ** (ripple / 20);
  return { pass: (ratio - 1) / (ratio + 1), stop: 10 ** (-attenuation / 20) };
}

/** The mask's bands with their gains, for least squares and Parks–McClellan. */
function layout(mask: Mask, band: Band) {
  const edges = [...[mask.pass].flat(), ...[mask.stop].flat()].sort((a, b) => a - b);
  const bands = [0, ...edges, 1];
  const passes = bands
    .filter((_, i) => i % 2 === 0)
    .map((_, i) => (band === "lowpass" || band === "bandstop") === (i % 2 === 0));
  return { bands, passes, gains: passes.flatMap((pass) => (pass ? [1, 1] : [0, 0])) };
}

/** The narrower transition. */
function narrowest({ pass, stop }: Mask): number {
  const [passes, stops] = [[pass].flat(), [stop].flat()];
  return Math.min(...passes.map((edge, i) => Math.abs(edge - stops[i])));
}

/** The mask with the wider transition narrowed towards the width of the other one, by a part from 0 to 1. */
function narrowed(mask: Mask, part: number): Mask {
  const { pass, stop } = mask;
  if (!isBand(pass) || !isBand(stop)) return mask;
  const width = narrowest(mask);
  const [low, high] = pass.map((edge, i) => {
    const own = stop[i] - edge;
    return part === 0 ? stop[i] : edge + Math.sign(own) * (Math.abs(own) + part * (width - Math.abs(own)));
  });
  return { ...mask, stop: [low, high] };
}

/** Grid points per tap, and the part of the largest gain from which maxima between them are refined. */
const [DENSITY, TALL] = [8, 0.95];
/** Largest use of the tolerances that keeps the mask; slightly above 1 for equal ripples that touch it. */
const KEPT = 1 + 1e-9;

/** Largest use of the tolerance; up to 1 the filter keeps the mask. */
export function maskUse(taps: Float64Array, mask: Mask): number {
  const { spans, error } = rulesOf(mask, maskBand("filter-design/fir/mask", mask));
  const steps = DENSITY * taps.length;
  const gains = amplitudesOf(taps, steps);
  const points = spans.flatMap(({ low, high }, band) => {
    const [first, last] = [Math.floor(low * steps) + 1, Math.ceil(high * steps) - 1];
    const inner = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
      return { f: (first + i) / steps, band, error: error(gains[first + i], band) };
    });
    const edge = (f: number) => ({ f, band, error: error(amplitude(taps, f), band) });
    return [edge(low), ...inner, edge(high)];
  });
  const use = (i: number, band: number) => (points[i]?.band === band ? Math.abs(points[i].error) : 0);
  let most = points.reduce((most, { error }) => Math.max(most, Math.abs(error)), 0);
  const tall = TALL * most;
  points.forEach((point, i) => {
    const { band } = point;
    const [left, right] = [use(i - 1, band), use(i + 1, band)];
    if (use(i, band) < Math.max(left, right, tall)) return;
    const [from, to] = [points[left ? i - 1 : i].f, points[right ? i + 1 : i].f];
    const top = refine(point, from, to, (f, within) => error(amplitude(taps, f), within));
    most = Math.max(most, Math.abs(top.error));
  });
  return most;
}

/** Bands with the deviation of the gain in units of the tolerance. */
function rulesOf(mask: Mask, band: Band) {
  const { bands, passes } = layout(mask, band);
  const { pass, stop } = tolerances(mask);
  const spans = passes.map((_, i) => ({ low: bands[2 * i], high: bands[2 * i + 1] }));
  return { spans, error: (gain: number, i: number) => (passes[i] ? (gain - 1) / pass : gain / stop) };
}

/** Bounds of the minimax error, as close as the search needs them. */
const CLOSE = 1.03;
/** Factor on the largest number of taps beyond which the estimate is trusted. */
const HOPELESS = 1.2;
/** Distances from a band's end, times the length, at which gains are checked first: two ripples. */
const NEAR = Array.from({ length: 17 }, (_, i) => i / 4);
/** Where an exchange does not converge: the part of its taps by which a shorter one is tried, and how often. */
const [SHORTER, TIMES] = [0.02, 6];
/** Successive parts of the way to equal transitions at which the exchange is tried until it converges. */
const NARROWED = [0, 0.25, 0.5, 1];
/** Number of shorter odd lengths that must fail for least squares. */
const FAILING = 8;

/** A method to test a length and to design it. */
interface Maker {
  examine(length: number): Sliced<Trial>;
  /** Returns undefined where rounding breaks the mask. */
  make(length: number): Sliced<Float64Array | undefined>;
}

/** Bands to approximate, for any length. */
type Bands = Omit<RemezDesign, "length">;

function equiripple(design: Bands): Maker {
  const references = new Map<number, readonly Point[]>();
  /** The extrema of the nearest tried length. */
  const near = (length: number) => {
    const [nearest] = [...references.keys()].toSorted((a, b) => Math.abs(a - length) - Math.abs(b - length));
    return references.get(nearest);
  };
  // The length is decided as soon as both bounds of the minimax error are on one side of the mask's error.
  const keeps = (greatest: number, limited: number) => greatest <= KEPT && limited <= KEPT;
  const enough = (least: number, greatest: number, limited: number) =>
    (least > KEPT || keeps(greatest, limited)) && greatest <= CLOSE * least;
  function* attempt(length: number): Sliced<Trial> {
    const found = yield* leastError({ ...design, length }, { start: near(length), enough });
    const { reference, least, greatest, limited } = found;
    references.set(length, reference);
    return { keeps: keeps(greatest, limited), excess: 10 * Math.log10(least * greatest) };
  }
  /** Where the exchange does not converge, it starts again from the extrema of fewer taps, an even number fewer. */
  function* examine(length: number, times = TIMES): Sliced<Trial> {
    try {
      return yield* attempt(length);
    } catch (error) {
      const shorter = length - 2 * Math.ceil((SHORTER * length) / 2);
      if (!(error instanceof ExchangeError) || times === 0 || shorter < 3) throw error;
      const trial = yield* examine(shorter, times - 1);
      try {
        return yield* attempt(length);
      } catch {
        // Zeros at either end of the shorter taps keep the mask, too.
        if (trial.keeps) return trial;
        throw error;
      }
    }
  }
  return {
    examine: (length) => examine(length),
    *make(length) {
      const { taps, reached } = yield* remezInSlices({ ...design, length }, near(length));
      return reached <= KEPT ? taps : undefined;
    },
  };
}

function measured(
  mask: Mask,
  { spans, error }: ReturnType<typeof rulesOf>,
  make: (length: number) => Sliced<Float64Array>,
): Maker {
  return {
    make,
    *examine(length) {
      const taps = yield* make(length);
      const off = (f: number, band: number) => error(amplitude(taps, f), band);
      // A filter that is too short usually fails near the bands' ends.
      const near = spans.flatMap(({ low, high }, band) =>
        NEAR.flatMap((away) => [low + away / length, high - away / length])
          .filter((f) => f >= low && f <= high)
          .map((f) => ({ f, band, error: off(f, band) })),
      );
      const worst = near.reduce((a, b) => (Math.abs(b.error) > Math.abs(a.error) ? b : a));
      const { low, high } = spans[worst.band];
      const aside = NEAR[1] / length;
      const top = refine(worst, Math.max(low, worst.f - aside), Math.min(high, worst.f + aside), off);
      const most = Math.abs(top.error);
      const use = most > KEPT ? most : maskUse(taps, mask);
      return { keeps: use <= KEPT, excess: 20 * Math.log10(use) };
    },
  };
}

/**
 * The shortest linear-phase taps of a method that keep a mask.
 *
 * - `remez`: no shorter symmetric taps keep the mask with gains in the transitions that stay below the greatest of the pass band,
 *   for any design method. Symmetric taps with a zero added at either end are symmetric taps, two more, of the
 *   same response: so the least error rises neither from one odd length to the next nor from one even length to the next, and that
 *   the next shorter ones of both kinds fail is proof. Without the limit on the transitions, a wide one can rise by tens of dB.
 *   An exchange that does not converge starts again from the extrema of fewer taps. If that fails too, because one transition
 *   is several times as wide as the other, that one is narrowed first, and the proof is for the narrowed mask.
 * - `window`: every shorter length has been tried. The cutoffs lie as if the wider of two transitions were as narrow as the other.
 * - `least-squares`, of odd lengths: the next eight shorter ones have been tried, of the same narrowed transition.
 *
 * @param window Of the window method; unless given, Kaiser's for the sharper of the two tolerances.
 * @throws RangeError for masks out of range, and those that no length to 2047 keeps.
 */
export const firToMask = (...wanted: Parameters<typeof firToMaskInSlices>): Float64Array =>
  atOnce(firToMaskInSlices(...wanted));

export function* firToMaskInSlices(
  method: FirMethod,
  mask: Mask,
  window?: Exclude<WindowName, "kaiser">,
): Sliced<Float64Array> {
  const where = "filter-design/fir/mask";
  const band = maskBand(where, mask);
  const { pass, stop } = tolerances(mask);
  const transition = narrowest(mask);
  const { bands, passes, gains } = layout(narrowed(mask, 1), band);
  const sharp = -20 * Math.log10(Math.min(pass, stop));
  // Kaiser's formulas: the reduction of all errors by one more tap.
  const perTap = 7.3 * transition;
  const both = (-10 * Math.log10(pass * stop) - 13) / perTap + 1;
  const estimate = Math.max(3, method === "remez" ? both : kaiserLength(sharp, transition));
  const most = Math.min(MOST_TAPS, Math.ceil(3 * estimate) + 40);
  const refuse = (taps: number, needed: number) => {
    const wider = `make the transition ${Math.ceil((10 * needed) / taps) / 10} times as wide, or use a recursive filter`;
    const repair = window
      ? `but is not; the ${window} window may not reach it: use the Kaiser window`
      : `but needs about ${Number(needed.toPrecision(2))}; ${wider}`;
    return new RangeError(`${where}: mask must be kept by at most ${taps} taps, ${repair}`);
  };
  if (!window && estimate > HOPELESS * most) throw refuse(most, estimate);

  const weights = passes.map((passing) => 1 / (passing ? pass : stop));
  const limitedBands = (kept: Mask): Bands => {
    const edges = layout(kept, band).bands;
    const inner = edges.slice(1, -1);
    const limits = inner.flatMap((low, i) => (i % 2 ? [] : [{ low, high: inner[i + 1], most: 1 + pass }]));
    return { bands: edges, gains, weights, limits };
  };
  const cutoff = bands.slice(1, -1).flatMap((edge, i, all) => (i % 2 ? [(edge + all[i - 1]) / 2] : []));
  const shape: Window = window ?? { kaiser: kaiserBeta(sharp) };
  const rules = rulesOf(mask, band);
  function* windowedTaps(length: number): Sliced<Float64Array> {
    yield length;
    return windowed({ length, cutoff, passZero: passes[0], window: shape });
  }
  const squares = weights.map((weight) => weight ** 2);
  const leastSquaresTaps = (length: number) => leastSquaresInSlices({ length, bands, gains, weights: squares });
  // Least squares and filters that pass the Nyquist frequency need odd lengths.
  const step = passes[passes.length - 1] || method === "least-squares" ? 2 : 1;
  function* search(maker: Maker, failing: number): Sliced<Float64Array> {
    const found = yield* shortest(maker.examine, { estimate, most, step, perTap, failing });
    if ("excess" in found) throw refuse(most, most + found.excess / perTap);
    for (let { length } = found; ; length += step) {
      const taps = yield* maker.make(length);
      if (taps) return taps;
    }
  }
  if (method === "window") return yield* search(measured(mask, rules, windowedTaps), Infinity);
  if (method === "least-squares") return yield* search(measured(mask, rules, leastSquaresTaps), FAILING);
  for (let i = 0; ; i++) {
    try {
      return yield* search(equiripple(limitedBands(narrowed(mask, NARROWED[i]))), 2 / step);
    } catch (error) {
      if (!(error instanceof ExchangeError) || i === NARROWED.length - 1) throw error;
    }
  }
}
