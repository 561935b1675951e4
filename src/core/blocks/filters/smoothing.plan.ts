import { firBlock } from "../../fir/blocks.ts";
import type { TapsPlan } from "../../fir/plan.ts";
import type { SampleKind } from "../../flow/graph/block.ts";
import type { ChainBlock, Place } from "../../flow/build/block-factory.ts";
import { recursiveChain } from "./iir-filter.plan.ts";
import type { DcBlocker, DeEmphasis, MovingAverage, OnePole } from "./smoothing.ts";
import { dcBlockerTaps, deEmphasisSections, filterOf, movingAverageTaps, onePoleSections } from "./smoothing-taps.ts";
import { stated } from "../definition.ts";

/** From this number of taps on, transforms are faster. */
const LONG = 96;

function firChain(kind: SampleKind, taps: Float64Array): ChainBlock {
  const method = taps.length < LONG ? "direct" : "overlap-save";
  return { kind: "chain", blocks: [firBlock({ method, kind, taps, zeroNonFinite: true })] };
}

export const createOnePoleBlock = (parameters: OnePole): ChainBlock =>
  recursiveChain(parameters.type, filterOf(onePoleSections(parameters)));

/** @throws RangeError if the corner frequency is above half the sample rate. */
export const createDeEmphasis = (parameters: DeEmphasis, { hz }: Place): ChainBlock => ({
  ...recursiveChain(parameters.type, filterOf(deEmphasisSections(parameters, hz.in))),
  ...stated(parameters),
});

export const createDcBlocker = (parameters: DcBlocker): ChainBlock =>
  firChain(parameters.type, dcBlockerTaps(parameters));

export const createMovingAverage = (parameters: MovingAverage): ChainBlock => ({
  ...firChain(parameters.type, movingAverageTaps(parameters)),
  set: (next: MovingAverage, [plan]) => (plan as TapsPlan).setTaps(movingAverageTaps(next)),
});
