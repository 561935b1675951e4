import type { Float64Block } from "../../flow/build/block-factory.ts";
import { convolution } from "../convolution.ts";
import type { RationalResampler } from "./rational-resampler.ts";
import { oneFilter } from "./one-filter.ts";
import { resamplerStages } from "./resampler-stages.ts";

export function rationalResamplerFloat64(parameters: RationalResampler): Float64Block {
  let kind = parameters.type;
  // One filter is computed at the rates of its taps: nothing is cancelled.
  const designed = parameters.design === "fewest products" ? resamplerStages(parameters) : [oneFilter(parameters)];
  const stages = designed.map((stage) => {
    const filter = convolution({ kind, ...stage });
    if (stage.complexTaps) kind = "complex";
    return filter;
  });
  return ({ in: x }) => ({ out: stages.reduce((signal, stage) => stage(signal), x) });
}
