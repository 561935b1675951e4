import type { Float64Block, Place } from "../../flow/build/block-factory.ts";
import { convolution } from "../convolution.ts";
import { recursion } from "../recursion.ts";
import type { DcBlocker, DeEmphasis, MovingAverage, OnePole } from "./smoothing.ts";
import { dcBlockerTaps, deEmphasisSections, movingAverageTaps, onePoleSections } from "./smoothing-taps.ts";

const through = (filter: (x: Float64Array) => Float64Array): Float64Block => {
  return ({ in: x }) => ({ out: filter(x) });
};

export const onePoleFloat64 = (parameters: OnePole): Float64Block =>
  through(recursion(parameters.type, onePoleSections(parameters)));

export const deEmphasisFloat64 = (parameters: DeEmphasis, { hz }: Place): Float64Block =>
  through(recursion(parameters.type, deEmphasisSections(parameters, hz.in)));

export const dcBlockerFloat64 = (parameters: DcBlocker): Float64Block =>
  through(convolution({ kind: parameters.type, taps: dcBlockerTaps(parameters) }));

export const movingAverageFloat64 = (parameters: MovingAverage): Float64Block =>
  through(convolution({ kind: parameters.type, taps: movingAverageTaps(parameters) }));
