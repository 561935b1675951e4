import type { ChainBlock } from "../../flow/build/block-factory.ts";
import type { SampleKind } from "../../flow/graph/block.ts";
import { firBlock } from "../../fir/blocks.ts";
import { polyphaseBlock } from "../../resampling/blocks.ts";
import type { RationalResampler } from "./rational-resampler.ts";
import type { FilterStage } from "./one-filter.ts";
import { resamplerStages } from "./resampler-stages.ts";

/** @throws RangeError for factors that need too many taps. */
export function createRationalResampler(parameters: RationalResampler): ChainBlock {
  let kind: SampleKind = parameters.type;
  return {
    kind: "chain",
    blocks: resamplerStages(parameters).map((stage) => {
      const block = blockOf(stage, kind);
      kind = block.output;
      return block;
    }),
  };
}

const blockOf = ({ up, down, ...filter }: FilterStage, kind: SampleKind) =>
  up === 1
    ? firBlock({ method: "direct", kind, ...filter, decimation: down, zeroNonFinite: true })
    : polyphaseBlock({ kind, ...filter, up, down, zeroNonFinite: true });
