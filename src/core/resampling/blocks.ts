import { delayOf, firBlock } from "../fir/blocks.ts";
import { firOutput } from "../fir/plan.ts";
import type { Block, SampleKind } from "../flow/graph/block.ts";
import type { JoinedPage } from "../flow/build/joined-page.ts";
import { chainRate } from "../flow/graph/rate.ts";
import type { ResamplerDesign } from "./design.ts";
import { createMatrix, suitsMatrix } from "./matrix.ts";
import type { PolyphaseFilter } from "./plan.ts";
import { createPolyphase, polyphaseAccess } from "./polyphase.ts";

/** Approximate number of rate periods per page, over all signals, from which the strands occupy an H100. */
const MANY_PERIODS = 2 ** 13;

/**
 * Change of rate by up/down with given taps, by the faster of two methods for the page, which differ by rounding. The delay is half the taps where they are symmetric (linear phase).
 */
export function polyphaseBlock(filter: PolyphaseFilter): Block {
  const { up, down } = chainRate([filter]);
  const create = (device: GPUDevice, page: JoinedPage) => {
    const many = (page.signals * page.length) / down >= MANY_PERIODS;
    return (many && suitsMatrix(filter, device) ? createMatrix : createPolyphase)(device, { ...filter, ...page });
  };
  return {
    label: "resampling/polyphase",
    input: filter.kind,
    output: firOutput(filter),
    up,
    down,
    multiple: down,
    delay: delayOf(filter.taps, filter.complexTaps) / filter.up,
    create,
    // The other method reads samples less often.
    joinable: { ...polyphaseAccess(filter), create },
  };
}

/** A designed change of rate, one block per stage; stages that only decimate are FIR filters. */
export function resamplerBlocks({ stages }: ResamplerDesign, kind: SampleKind): Block[] {
  return stages.map(({ up, down, taps }) => {
    return up === 1
      ? firBlock({ method: "direct", kind, taps, decimation: down })
      : polyphaseBlock({ kind, taps, up, down });
  });
}
