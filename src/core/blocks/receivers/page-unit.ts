import pageUnitKernel from "#shaders/blocks/receivers/page-unit.wgsl?raw";
import powerUnit from "#shaders/lib/power-unit.wgsl?raw";
import { owning } from "../../gpu/owning.ts";
import { sequence, type Plan } from "../../gpu/timing.ts";
import { createKernelStage } from "../kernel-stage.ts";

/** A page in its own unit. */
export interface PageUnit extends Plan {}

/**
 * Divides complex samples by a power of two near the largest one where products in float32 would over- or underflow, and copies
 * them elsewhere. A receiver's results do not depend on the unit.
 */
export const createPageUnit = (
  device: GPUDevice,
  { input, output, length }: { input: GPUBuffer; output: GPUBuffer; length: number },
): Promise<PageUnit> =>
  owning(device, async ({ keep, memory }) => {
    const label = "blocks/receivers/page-unit";
    const peak = memory.storage("largest part", 4);
    const task = (TASK: number) =>
      keep(
        createKernelStage(device, {
          label,
          wgsl: [pageUnitKernel, powerUnit],
          constants: { TASK },
          resources: { x: input, peak, y: output, params: { length } },
          invocations: length,
        }),
      );
    const stages = sequence(label, [await task(0), await task(1)]);
    return {
      label,
      encode(encoder, timestampWrites) {
        encoder.clearBuffer(peak);
        stages.encode(encoder, timestampWrites);
      },
    };
  });
