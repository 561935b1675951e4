import { delayOf, firBlock } from "../fir/blocks.ts";
import { firOutput } from "../fir/plan.ts";
import type { Block, SampleKind } from "../stream/block.ts";
import { rateOf } from "../stream/rate.ts";
import type { ResamplerDesign } from "./design.ts";
import type { PolyphaseFilter } from "./plan.ts";
import { createPolyphase } from "./polyphase.ts";
import { createTransposed, isTransposable } from "./transposed.ts";

/** Change of rate by up/down with taps of one's own, the faster way of the two. Late by half the taps where they are symmetric: linear phase. */
export function polyphaseBlock(filter: PolyphaseFilter): Block {
  const { up, down } = rateOf([filter]);
  const [label, create] = isTransposable(filter)
    ? (["resampling/transposed", createTransposed] as const)
    : (["resampling/polyphase", createPolyphase] as const);
  return {
    label,
    input: filter.kind,
    output: firOutput(filter),
    up,
    down,
    multiple: down,
    delay: delayOf(filter.taps, filter.complexTaps) / filter.up,
    create: (device, page) => create(device, { ...filter, ...page }),
  };
}

/** A designed change of rate, a block a stage; stages that only decimate are FIR filters. */
export function resamplerBlocks({ stages }: ResamplerDesign, kind: SampleKind): Block[] {
  return stages.map(({ up, down, taps }) => {
    return up === 1
      ? firBlock({ method: "direct", kind, taps, decimation: down })
      : polyphaseBlock({ kind, taps, up, down });
  });
}
