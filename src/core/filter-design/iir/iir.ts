import { BANDS, type Band, type Edges, isBand, moveBand } from "../bands.ts";
import { besselPrototype, type BesselNorm } from "./bessel.ts";
import { bilinear, prewarp } from "./bilinear.ts";
import { butterworth } from "./butterworth.ts";
import { chebyshev1 } from "./chebyshev1.ts";
import { chebyshev2 } from "./chebyshev2.ts";
import { elliptic } from "./elliptic.ts";
import type { Family, Ripples } from "./family.ts";
import { type Mask, smallestOrder } from "../mask.ts";
import type { Zpk } from "../zpk.ts";

export const FAMILIES = { butterworth, chebyshev1, chebyshev2, elliptic } satisfies Record<string, Family>;
export type FamilyName = keyof typeof FAMILIES;

/** Highest order of a prototype. */
export const HIGHEST_ORDER = 64;
/** Highest order of a Bessel prototype, up to which its roots are verified. */
export const HIGHEST_BESSEL_ORDER = 25;

export interface IirDesign extends Partial<Ripples> {
  family: FamilyName | "bessel";
  /** Order of the low-pass prototype; band-pass and band-stop filters have twice as many poles. */
  order: number;
  band: Band;
  /** In units of the Nyquist frequency. */
  cutoff: Edges;
  /** Norm of a Bessel filter; default "phase". */
  norm?: BesselNorm;
}

/**
 * Returns zeros, poles and gain of a digital filter from an analog family, by order. The pass band's largest gain is 1.
 *
 * @throws RangeError for orders, edges or ripples out of range.
 */
export function designIir({ family, order, band, cutoff, norm, ripple = NaN, attenuation = NaN }: IirDesign): Zpk {
  const fail = (text: string) => new RangeError(`filter-design/iir/${family}: ${text}`);
  const most = family === "bessel" ? HIGHEST_BESSEL_ORDER : HIGHEST_ORDER;
  if (!Number.isInteger(order) || order < 1 || order > most) {
    throw fail(`order must be an integer from 1 to ${most}, got ${order}`);
  }
  const wanted = BANDS.indexOf(band) < 2 ? "one edge" : "two edges, the lower first";
  const edges = [cutoff].flat();
  const increasing = edges.every((edge, i) => edge > (i ? edges[i - 1] : 0) && edge < 1);
  if (!increasing || BANDS.indexOf(band) < 2 === isBand(cutoff)) {
    throw fail(
      `cutoff of a ${band} must be ${wanted}, between 0 and the Nyquist frequency, got ${edges.join(", ")} of it`,
    );
  }
  if ((family === "chebyshev1" || family === "elliptic") && !(ripple > 0)) {
    throw fail(`ripple must be above 0 dB, got ${ripple}`);
  }
  if ((family === "chebyshev2" || family === "elliptic") && !(attenuation > (family === "elliptic" ? ripple : 0))) {
    throw fail(`attenuation must be above ${family === "elliptic" ? "the ripple" : "0 dB"}, got ${attenuation}`);
  }
  const prototype =
    family === "bessel"
      ? besselPrototype(order, norm ?? "phase")
      : FAMILIES[family].prototype(order, { ripple, attenuation });
  const analog: Edges = isBand(cutoff) ? [prewarp(cutoff[0]), prewarp(cutoff[1])] : prewarp(cutoff);
  return bilinear(moveBand(prototype, band, analog));
}

/** Returns the family's filter of the smallest order that keeps a mask. */
export function designIirToMask(family: FamilyName, mask: Mask): Zpk {
  const { ripple, attenuation } = mask;
  return designIir({ family, ripple, attenuation, ...smallestOrder(FAMILIES[family], mask) });
}
