import { delayOf, firBlock } from "../fir/blocks.ts";
import { firOutput, type TapsPlan } from "../fir/plan.ts";
import type { Block, SampleKind } from "../flow/graph/block.ts";
import type { Access, JoinedPage } from "../flow/build/joined-page.ts";
import { chainRate } from "../flow/graph/rate.ts";
import type { ResamplerDesign } from "./design.ts";
import { createMatrix, suitsMatrix } from "./matrix.ts";
import type { PolyphaseFilter } from "./plan.ts";
import { createPolyphase, polyphaseAccess } from "./polyphase.ts";
import { createRegisterTaps, registerTapsAccess, suitsRegisterTaps } from "./register-taps.ts";

/** Approximate number of rate periods per page, over all signals, from which the strands occupy an H100. */
const MANY_PERIODS = 2 ** 13;

/** A method, and how it reads samples. */
interface Method {
  create(device: GPUDevice, page: JoinedPage): Promise<TapsPlan>;
  access: Access;
}

/**
 * Change of rate by up/down with given taps, by the fastest method for the filter and the page. The methods differ by rounding. The
 * delay is half the taps where they are symmetric (linear phase).
 */
export function polyphaseBlock(filter: PolyphaseFilter): Block {
  const { up, down } = chainRate([filter]);
  const { create, access } = methodOf(filter);
  return {
    label: "resampling/polyphase",
    input: filter.kind,
    output: firOutput(filter),
    up,
    down,
    multiple: down,
    delay: delayOf(filter.taps, filter.complexTaps) / filter.up,
    create,
    joinable: { ...access, create },
  };
}

function methodOf(filter: PolyphaseFilter): Method {
  if (suitsRegisterTaps(filter)) {
    return {
      create: (device, page) => createRegisterTaps(device, { ...filter, ...page }),
      access: registerTapsAccess(filter),
    };
  }
  return {
    create(device, page) {
      const many = (page.signals * page.length) / chainRate([filter]).down >= MANY_PERIODS;
      return (many && suitsMatrix(filter, device) ? createMatrix : createPolyphase)(device, { ...filter, ...page });
    },
    // The other method reads samples less often.
    access: polyphaseAccess(filter),
  };
}

/** Decimations that are products of matrices. On an H100 they take half the time of FIR filters for 10; others were not timed. */
const MANY_SAMPLES = 6;

/** A designed change of rate, one block per stage; stages that decimate a little are FIR filters. */
export function resamplerBlocks({ stages }: ResamplerDesign, kind: SampleKind): Block[] {
  return stages.map(({ up, down, taps }) => {
    return up === 1 && down < MANY_SAMPLES
      ? firBlock({ method: "direct", kind, taps, decimation: down })
      : polyphaseBlock({ kind, taps, up, down });
  });
}
