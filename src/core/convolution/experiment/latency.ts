import { createArrayPlan } from "../../gpu/array-plan.ts";
import { noise } from "../../gpu/check.ts";
import type { Gpu } from "../../gpu/device.ts";
import { owning } from "../../gpu/owning.ts";
import type { LatencyUnit } from "../../measurement/latency.ts";
import { createOverlapSave, overlapSaveBlocks } from "../overlap-save.ts";
import { convolutionSizes, type ConvolutionComparison } from "./comparison.ts";

/** The filter of a comparison. */
export type BlockConfig = Pick<ConvolutionComparison, "filter" | "seed">;

/**
 * One block of the FFT filter, from its samples to its outputs: as many as one transform gives. The taps stay on the device.
 *
 * @throws RangeError when the filter is too long for overlap-save in one kernel.
 */
export async function openBlock(gpu: Gpu, { filter, seed }: BlockConfig): Promise<LatencyUnit> {
  const { device } = gpu;
  const { step } = overlapSaveBlocks(convolutionSizes({ signal: 1, filter, batch: 1 }, "none"));
  const sizes = convolutionSizes({ signal: step, filter, batch: 1 }, "none");
  const x = noise(seed, 2 * step);
  const { run, destroy } = await createArrayPlan(gpu, { x: x.byteLength }, async (inputs) => {
    const plan = await owning(device, ({ memory, keep }) => {
      const filters = memory.constant("taps", noise(seed + 1, 2 * filter));
      return keep(createOverlapSave(device, { ...sizes, input: inputs.x, filters }));
    });
    return { plan, outputs: [{ buffer: plan.output, size: 8 * step }] };
  });
  return { run: () => run({ x }), destroy };
}
