import { gridOf, groupOf } from "../gpu/rows.ts";
import { createStage, type KernelStage, type StageConfig } from "../gpu/stage.ts";

/** Returns the invocations per workgroup. */
export const kernelGroup = (device: Pick<GPUDevice, "limits">) => groupOf(device, 256);

interface KernelStageConfig extends Omit<StageConfig, "groups"> {
  invocations: number;
}

/** Returns a stage that is one kernel with the override GROUP. */
export const createKernelStage = (
  device: GPUDevice,
  { invocations, constants, ...config }: KernelStageConfig,
): Promise<KernelStage> => {
  const GROUP = kernelGroup(device);
  return createStage(device, {
    ...config,
    constants: { ...constants, GROUP },
    groups: gridOf(device, Math.ceil(invocations / GROUP)),
  });
};
