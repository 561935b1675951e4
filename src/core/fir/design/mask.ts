import { type Band, isPair } from "../../iir/design/bands.ts";
import { type Mask, maskBand } from "../../iir/design/mask.ts";
import { kaiserBeta, kaiserLength } from "./kaiser.ts";
import { leastSquares } from "./least-squares.ts";
import { remez } from "./remez.ts";
import { amplitude } from "./response.ts";
import { windowed } from "./windowed.ts";
import type { Window, WindowName } from "./windows.ts";

export const FIR_METHODS = ["window", "least-squares", "remez"] as const;
export type FirMethod = (typeof FIR_METHODS)[number];

/** Longest filter that is sought. */
const LONGEST = 2047;

/** Gains of the pass band lie within 1 ± pass, those of the stop band below stop. */
export interface Tolerances {
  pass: number;
  stop: number;
}

/** (1 + pass)/(1 − pass) is the ripple, peak to peak. */
export function tolerances({ ripple, attenuation }: Mask): Tolerances {
  const ratio = 10 ** (ripple / 20);
  return { pass: (ratio - 1) / (ratio + 1), stop: 10 ** (-attenuation / 20) };
}

/** The mask's bands with their gains, as least squares and Parks–McClellan want them. */
function layout(mask: Mask, band: Band) {
  const edges = [...[mask.pass].flat(), ...[mask.stop].flat()].sort((a, b) => a - b);
  const bands = [0, ...edges, 1];
  const passes = bands
    .filter((_, i) => i % 2 === 0)
    .map((_, i) => (band === "lowpass" || band === "bandstop") === (i % 2 === 0));
  return { bands, passes, gains: passes.flatMap((pass) => (pass ? [1, 1] : [0, 0])) };
}

/** The mask with both transitions as wide as the narrower. */
function evened(mask: Mask): { transition: number; even: Mask } {
  const { pass, stop } = mask;
  if (!isPair(pass) || !isPair(stop)) return { transition: Math.abs(Number(pass) - Number(stop)), even: mask };
  const transition = Math.min(Math.abs(pass[0] - stop[0]), Math.abs(pass[1] - stop[1]));
  const sign = Math.sign(pass[0] - stop[0]);
  return { transition, even: { ...mask, stop: [pass[0] - sign * transition, pass[1] + sign * transition] } };
}

/** How much of its tolerance a filter uses where it uses most: the mask is kept up to 1. */
export function maskUse(taps: Float64Array, mask: Mask): number {
  const { bands, passes } = layout(mask, maskBand("fir/design/mask", mask));
  const { pass, stop } = tolerances(mask);
  let most = 0;
  passes.forEach((passing, i) => {
    const [low, high] = [bands[2 * i], bands[2 * i + 1]];
    const steps = Math.max(8, Math.ceil(8 * taps.length * (high - low)));
    for (let step = 0; step <= steps; step++) {
      const gain = amplitude(taps, low + ((high - low) * step) / steps);
      most = Math.max(most, passing ? Math.abs(gain - 1) / pass : Math.abs(gain) / stop);
    }
  });
  return most;
}

/**
 * The shortest linear-phase taps of a method that keep a mask: Kaiser's estimate, then a search by steps of 4 % and by halves,
 * every length tried around the end of it. Of two transitions the wider is narrowed to the other: left free, gains in it can rise
 * beyond those of the pass band.
 *
 * @param window Of the window method; unless given, Kaiser's for the sharper of the two tolerances.
 * @throws RangeError for masks out of range and those that no length to 2047 keeps.
 */
export function firToMask(method: FirMethod, mask: Mask, window?: Exclude<WindowName, "kaiser">): Float64Array {
  const where = "fir/design/mask";
  const band = maskBand(where, mask);
  const { pass, stop } = tolerances(mask);
  const { transition, even } = evened(mask);
  const { bands, passes, gains } = layout(even, band);
  const sharp = -20 * Math.log10(Math.min(pass, stop));
  const passNyquist = passes[passes.length - 1];
  /** Odd lengths alone serve least squares, and all that pass the Nyquist frequency. */
  const step = passNyquist || method === "least-squares" ? 2 : 1;
  const cutoff = bands.slice(1, -1).flatMap((edge, i, all) => (i % 2 ? [(edge + all[i - 1]) / 2] : []));
  const shape: Window = window ?? { kaiser: kaiserBeta(sharp) };
  const weights = passes.map((passing) => 1 / (passing ? pass : stop));
  const make = (length: number): Float64Array => {
    if (method === "window") return windowed({ length, cutoff, passZero: passes[0], window: shape });
    if (method === "least-squares") return leastSquares({ length, bands, gains, weights: weights.map((w) => w * w) });
    return remez({ length, bands, gains, weights }).taps;
  };
  /** A hair is for equal ripples that touch the mask. */
  const keeps = (taps: Float64Array) => maskUse(taps, mask) <= 1 + 1e-9;
  const onStep = (length: number) => (step === 2 ? 2 * Math.floor(length / 2) + 1 : Math.round(length));
  const estimate =
    method === "remez"
      ? kaiserLength(-10 * Math.log10(pass * stop), transition) * 0.9
      : kaiserLength(sharp, transition);
  /** About 4 % longer or shorter. */
  const beside = (length: number, sign: 1 | -1) =>
    onStep(Math.min(LONGEST, length + sign * Math.max(step, length * 0.04)));
  let length = onStep(Math.min(LONGEST, Math.max(3, estimate)));
  const most = Math.min(LONGEST, 3 * length + 40);
  let taps = make(length);
  /** A length that is too short. */
  let failed = beside(length, -1);
  if (keeps(taps)) {
    for (; failed >= 3; failed = beside(length, -1)) {
      const tried = make(failed);
      if (!keeps(tried)) break;
      [length, taps] = [failed, tried];
    }
  } else {
    do {
      if (length >= most) {
        const repair = window
          ? `the ${window} window may not reach it: take Kaiser's`
          : "widen the transition or allow more";
        throw new RangeError(`${where}: mask must be kept by at most ${length} taps, but is not; ${repair}`);
      }
      [failed, length] = [length, beside(length, 1)];
      taps = make(length);
    } while (!keeps(taps));
  }
  while (length - failed > 2 * step) {
    const middle = onStep((failed + length) / 2);
    const tried = make(middle);
    if (keeps(tried)) [length, taps] = [middle, tried];
    else failed = middle;
  }
  // Even and odd lengths are filters of two types, of which either may be the better: two in a row must fail.
  for (let shorter = length - step; shorter >= 3 && shorter >= length - 2 * step; shorter -= step) {
    const tried = make(shorter);
    if (keeps(tried)) [length, taps] = [shorter, tried];
  }
  return taps;
}
