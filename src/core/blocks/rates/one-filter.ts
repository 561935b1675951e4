import { greatestDivisor } from "../../flow/graph/rate.ts";
import { designTaps } from "../filters/design.ts";
import { FIR_DEFAULTS } from "../filters/design-fields.ts";
import type { RationalResampler } from "./rational-resampler.ts";

/** Most taps of a polyphase filter: 4 MiB of float32. */
const MOST = 2 ** 20;

export interface FilterStage {
  up: number;
  down: number;
  /** Pairs where `complexTaps`. */
  taps: Float64Array;
  complexTaps?: boolean;
}

/**
 * Returns the filter of the designs with one, at the rates for which the taps are: given taps keep the factors of the parameters.
 *
 * @throws RangeError for factors that need too many taps.
 */
export function oneFilter(parameters: RationalResampler): FilterStage {
  const filter = parameters.design === "taps" ? givenFilter(parameters) : designedFilter(parameters);
  if (parameters.phase === "first sample") return filter;
  const width = filter.complexTaps ? 2 : 1;
  const older = Math.ceil(filter.taps.length / width / filter.up) - 1;
  const delay = (filter.down - ((older * filter.up) % filter.down)) % filter.down;
  const taps = new Float64Array(width * delay + filter.taps.length);
  taps.set(filter.taps, width * delay);
  return { ...filter, taps };
}

const givenFilter = ({ interpolation: up, decimation: down, taps }: RationalResampler): FilterStage => ({
  up,
  down,
  ...designTaps({ ...FIR_DEFAULTS, design: "taps", taps }, 1),
});

function designedFilter({ interpolation, decimation, fractionalBandwidth }: RationalResampler): FilterStage {
  const divisor = greatestDivisor(interpolation, decimation);
  const [up, down] = [interpolation / divisor, decimation / divisor];
  if (up === down) return { up, down, taps: Float64Array.of(1) };
  // GNU Radio's design: edges as shares of the rate of the filter, `up` times the input rate.
  const lower = Math.min(1, up / down);
  const transition = lower * (0.5 - fractionalBandwidth);
  const filter = { ...FIR_DEFAULTS, window: "kaiser", beta: 7, gain: up, transition } as const;
  return { up, down, ...designTaps({ ...filter, design: "low-pass", cutoff: lower / 2 - transition / 2 }, up, MOST) };
}
