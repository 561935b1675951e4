import { greatestDivisor } from "../../flow/rate.ts";
import { designResampler } from "../../resampling/design.ts";
import { designTaps } from "../filters/design.ts";
import { FIR_DEFAULTS } from "../filters/design-fields.ts";
import type { RationalResampler } from "./rational-resampler.ts";

/** Most taps of a polyphase filter: 4 MiB of float32. */
const MOST = 2 ** 20;

export interface Stage {
  up: number;
  down: number;
  /** Pairs where `complexTaps`. */
  taps: Float64Array;
  complexTaps?: boolean;
}

/** @throws RangeError for factors that need too many taps. */
export function resamplerStages(parameters: RationalResampler): readonly Stage[] {
  const { interpolation, decimation, design, fractionalBandwidth, attenuation, pass, taps } = parameters;
  const divisor = greatestDivisor(interpolation, decimation);
  const [up, down] = [interpolation / divisor, decimation / divisor];
  if (design === "fewest products") return designResampler({ up, down, attenuation, pass }).stages;
  if (design === "taps") return [{ up, down, ...designTaps({ ...FIR_DEFAULTS, design: "taps", taps }, 1) }];
  if (up === down) return [{ up, down, taps: Float64Array.of(1) }];
  // GNU Radio's design: edges as shares of the rate of the filter, `up` times the input rate.
  const lower = Math.min(1, up / down);
  const transition = lower * (0.5 - fractionalBandwidth);
  const filter = { ...FIR_DEFAULTS, window: "kaiser", beta: 7, gain: up, transition } as const;
  return [{ up, down, ...designTaps({ ...filter, design: "low-pass", cutoff: lower / 2 - transition / 2 }, up, MOST) }];
}
