import { defaultBand, isBand, toNyquist } from "../bands.ts";
import type { Mask } from "../mask.ts";
import { atOnce, type Sliced } from "../slices.ts";
import { type FilterSpec, isFirMethod, parseFilterSpec } from "../spec.ts";
import { leastSquaresInSlices } from "./least-squares.ts";
import { type FirMethod, firToMaskInSlices } from "./mask.ts";
import { remezInSlices } from "./remez.ts";
import { windowed } from "./windowed.ts";

/** A FIR filter of linear phase, by its length, or by a mask that the shortest one keeps. */
export type FirSpec = Extract<FilterSpec, { type: FirMethod }>;

export const isFirSpec = (spec: FilterSpec): spec is FirSpec => isFirMethod(spec.type);

/**
 * Returns the taps of a FIR filter, e.g. of {type: "remez", pass: 0.2, stop: 0.3, ripple: 0.1, attenuation: 60}, in float64. The
 * Nyquist frequency is 1, as in SciPy, or half of `rate`. Methods: a window, least squares, or the Remez exchange.
 *
 * @throws TypeError or RangeError that names what is wrong.
 *
 * @example
 * ```ts
 * import { designFir } from "threeray/filter-design";
 *
 * const taps = designFir({ type: "remez", rate: 48_000, pass: 4000, stop: 6000, ripple: 0.1, attenuation: 60 });
 * console.log(taps.length); // 68
 * ```
 */
export function designFir(spec: FirSpec): Float64Array {
  const parsed = parseFilterSpec(spec);
  if (!isFirSpec(parsed))
    throw new RangeError(`filter: type must be window, least-squares or remez, got "${parsed.type}"`);
  return atOnce(firTaps(parsed));
}

/** The taps of a checked specification. */
export function* firTaps(spec: FirSpec): Sliced<Float64Array> {
  const nyquist = (spec.rate ?? 2) / 2;
  if (!("pass" in spec)) return yield* tapsOfLength(spec, nyquist);
  const { type, ripple, attenuation } = spec;
  const mask: Mask = { pass: toNyquist(spec.pass, nyquist), stop: toNyquist(spec.stop, nyquist), ripple, attenuation };
  const window = "window" in spec && spec.window !== "kaiser" ? spec.window : undefined;
  return yield* firToMaskInSlices(type, mask, window);
}

function* tapsOfLength(spec: Extract<FirSpec, { length: number }>, nyquist: number): Sliced<Float64Array> {
  if (spec.type !== "window") {
    const bands = spec.bands.map((edge) => edge / nyquist);
    if (spec.type === "least-squares") return yield* leastSquaresInSlices({ ...spec, bands });
    return (yield* remezInSlices({ ...spec, bands })).taps;
  }
  const { length, window = spec.beta === undefined ? "hamming" : "kaiser", beta } = spec;
  const cutoff = toNyquist(spec.cutoff, nyquist);
  const band = spec.band ?? defaultBand(cutoff);
  if (isBand(cutoff) !== band.startsWith("band")) {
    const wanted = isBand(cutoff) ? "bandpass or bandstop for two cutoffs" : "lowpass or highpass for one cutoff";
    throw new RangeError(`filter: band of window must be ${wanted}, got "${band}"`);
  }
  if ((window === "kaiser") !== (beta !== undefined)) {
    throw new RangeError(
      `filter: beta of window must be given for the kaiser window and no other, got ${beta} for ${window}`,
    );
  }
  const passZero = band === "lowpass" || band === "bandstop";
  return windowed({ length, cutoff, passZero, window: window === "kaiser" ? { kaiser: beta! } : window });
}
