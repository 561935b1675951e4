import { windowed } from "../../filter-design/fir/windowed.ts";
import { isPair, pairsOf } from "../list-field.ts";
import { type FirDesign, hasComplexTaps } from "./design-fields.ts";

export interface DesignedTaps {
  /** Pairs where `complexTaps`. */
  taps: Float64Array;
  complexTaps: boolean;
}

/** Attenuation of the stop band, dB. */
const ATTENUATION = { hamming: 53, hann: 44, blackman: 74, rectangular: 21 } as const;

/** Most taps of a filter that is not polyphase. */
const MOST = 16_384;

/**
 * Returns the taps by the window method, as GNU Radio's firdes: as many as the attenuation of the window and the
 * transition need, an odd number.
 *
 * @param rate Samples per second at which the filter runs; 1 if it is unknown.
 * @param most Largest number of taps.
 * @throws RangeError for edges outside half the rate, and for too many taps.
 */
export function designTaps(parameters: FirDesign, rate: number, most = MOST): DesignedTaps {
  const { design, cutoff, upper, transition, window, beta, gain } = parameters;
  const complexTaps = hasComplexTaps(parameters);
  if (design === "taps") {
    const taps = complexTaps ? pairsOf(parameters.taps) : parameters.taps.map((tap) => (isPair(tap) ? tap[0] : tap));
    return { taps: Float64Array.from(taps), complexTaps };
  }
  const nyquist = rate / 2;
  if (!(transition > 0 && transition <= nyquist)) {
    throw new RangeError(
      `The transition must be above 0 and at most half the sample rate, ${nyquist} Hz, got ${transition} Hz.`,
    );
  }
  const attenuation = window === "kaiser" ? beta / 0.1102 + 8.7 : ATTENUATION[window];
  const length = Math.trunc((attenuation * rate) / (22 * transition)) | 1;
  if (length > most) {
    throw new RangeError(
      `The filter needs ${length} taps, more than ${most}. Choose a wider transition, or decimate first.`,
    );
  }
  const shape = window === "kaiser" ? { kaiser: beta } : window;
  const made = (edges: number | readonly number[], passZero: boolean) =>
    windowed({ length, cutoff: edges, passZero, window: shape }).map((tap) => gain * tap);
  if (design === "low-pass" || design === "high-pass") {
    checkEdge(cutoff, 0, nyquist);
    return { taps: made(cutoff / nyquist, design === "low-pass"), complexTaps };
  }
  checkEdge(cutoff, design === "complex band-pass" ? -nyquist : 0, nyquist);
  checkEdge(upper, cutoff, nyquist);
  if (design !== "complex band-pass")
    return { taps: made([cutoff / nyquist, upper / nyquist], design === "band-stop"), complexTaps };
  const prototype = made((upper - cutoff) / 2 / nyquist, true);
  const taps = new Float64Array(2 * length);
  for (const [k, tap] of prototype.entries()) {
    const angle = (Math.PI * (upper + cutoff) * (k - (length - 1) / 2)) / rate;
    taps.set([tap * Math.cos(angle), tap * Math.sin(angle)], 2 * k);
  }
  return { taps, complexTaps };
}

/** @throws RangeError unless the edge is strictly inside. */
function checkEdge(edge: number, from: number, to: number): void {
  if (edge > from && edge < to) return;
  throw new RangeError(
    `The cutoff must be between ${from} and ${to} Hz, got ${edge} Hz. Half the sample rate is the limit.`,
  );
}
