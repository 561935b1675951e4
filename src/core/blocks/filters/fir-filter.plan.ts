import { firBlock } from "../../fir/blocks.ts";
import type { TapsPlan } from "../../fir/plan.ts";
import { firs } from "../../fir/registry.ts";
import type { Block } from "../../flow/graph/block.ts";
import type { ChainBlock, Place } from "../../flow/build/block-factory.ts";
import { polyphaseBlock } from "../../resampling/blocks.ts";
import { type DesignedTaps, designTaps } from "./design.ts";
import type { FftFilter, FirFilter } from "./fir-filter.ts";

/** @throws RangeError for a design outside the sample rate, or with too many taps. */
export function createFirFilter(parameters: FirFilter, { hz }: Place): ChainBlock {
  const { type: kind, interpolation: up, decimation } = parameters;
  const filter = { kind, ...designTaps(parameters, (hz.in ?? 1) * up), zeroNonFinite: true };
  const block =
    up === 1
      ? firBlock({ method: "direct", ...filter, decimation })
      : polyphaseBlock({ ...filter, up, down: decimation });
  return withTaps(block, (next) => designTaps(next, (hz.in ?? 1) * up));
}

/** Returns a chain of a filter whose taps follow the parameters that change while it runs. */
function withTaps(block: Block, tapsOf: (parameters: FftFilter) => DesignedTaps): ChainBlock {
  return {
    kind: "chain",
    blocks: [block],
    set: (next: FftFilter, [plan]) => (plan as TapsPlan).setTaps(tapsOf(next).taps),
  };
}

/** @throws RangeError for a design outside the sample rate, or with too many taps. */
export function createFftFilter(parameters: FftFilter, { hz }: Place): ChainBlock {
  const { type: kind, decimation } = parameters;
  const designed = designTaps(parameters, hz.in ?? 1);
  const taps = designed.taps.length / (designed.complexTaps ? 2 : 1);
  const refusal = firs["overlap-save"].refusal({ taps });
  if (refusal) throw new RangeError(`The FFT filter has ${taps} taps: ${refusal}. Choose a wider transition.`);
  const block = firBlock({ method: "overlap-save", kind, ...designed, decimation, zeroNonFinite: true });
  return withTaps(block, (next) => designTaps(next, hz.in ?? 1));
}
