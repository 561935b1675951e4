import { greatestDivisor } from "../../flow/graph/rate.ts";
import { designResampler } from "../../resampling/design.ts";
import { lowestTerms } from "../../resampling/plan.ts";
import { oneFilter, type FilterStage } from "./one-filter.ts";
import type { RationalResampler } from "./rational-resampler.ts";

/**
 * Returns the filters in lowest terms, one after another.
 *
 * @throws RangeError for factors that need too many taps, and for a phase of several filters.
 */
export function resamplerStages(parameters: RationalResampler): readonly FilterStage[] {
  const { interpolation, decimation, design, attenuation, pass, phase } = parameters;
  if (design !== "fewest products") return [lowestTerms(oneFilter(parameters))];
  if (phase === "full filter") {
    throw new RangeError(
      "The design “fewest products” has the phase “first sample” only. Choose another design or phase.",
    );
  }
  const divisor = greatestDivisor(interpolation, decimation);
  return designResampler({ up: interpolation / divisor, down: decimation / divisor, attenuation, pass }).stages;
}
