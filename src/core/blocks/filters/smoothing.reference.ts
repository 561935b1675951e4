import type { Float64Block, Place } from "../../flow/build/block-factory.ts";
import type { SampleKind } from "../../flow/graph/block.ts";
import { convolution } from "../convolution.ts";
import { finiteNumbers } from "../finite-numbers.ts";
import { recursion } from "../recursion.ts";
import type { DcBlocker, DeEmphasis, MovingAverage, OnePole } from "./smoothing.ts";
import {
  dcBlockerTaps,
  deEmphasisSections,
  usesTransforms,
  movingAverageTaps,
  onePoleSections,
} from "./smoothing-taps.ts";

const through = (filter: (x: Float64Array) => Float64Array): Float64Block => {
  return ({ in: x }) => ({ out: filter(x) });
};

/** Transforms take numbers that are not finite for zero. */
function filtered(kind: SampleKind, taps: Float64Array): Float64Block {
  const filter = convolution({ kind, taps });
  return through(usesTransforms(taps) ? (x) => filter(finiteNumbers(x)) : filter);
}

export const onePoleFloat64 = (parameters: OnePole): Float64Block =>
  through(recursion(parameters.type, onePoleSections(parameters)));

export const deEmphasisFloat64 = (parameters: DeEmphasis, { hz }: Place): Float64Block =>
  through(recursion(parameters.type, deEmphasisSections(parameters, hz.in)));

export const dcBlockerFloat64 = (parameters: DcBlocker): Float64Block =>
  filtered(parameters.type, dcBlockerTaps(parameters));

export const movingAverageFloat64 = (parameters: MovingAverage): Float64Block =>
  filtered(parameters.type, movingAverageTaps(parameters));
