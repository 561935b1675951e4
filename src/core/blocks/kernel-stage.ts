import { type BoundKernel, compile, type KernelSource, type Resource } from "../gpu/kernel.ts";
import { gridOf } from "../gpu/rows.ts";
import type { Stage } from "../gpu/timing.ts";
import type { UniformMemory } from "../gpu/uniforms.ts";

/** Invocations per workgroup. */
export const GROUP = 256;

interface KernelStageConfig extends KernelSource {
  /** Overrides besides GROUP. */
  constants?: Readonly<Record<string, number>>;
  resources: Readonly<Record<string, Resource>>;
  invocations: number;
  /** Memory for the uniform struct. Default: its own buffer. */
  uniforms?: UniformMemory;
}

/** One kernel with its bindings and its number of invocations. */
export type KernelStage = Stage & Pick<BoundKernel, "set" | "destroy">;

/** Returns a stage that is one kernel with the override GROUP. */
export async function createKernelStage(
  device: GPUDevice,
  { label, wgsl, constants, resources, invocations, uniforms }: KernelStageConfig,
): Promise<KernelStage> {
  const kernel = await compile(device, { label, wgsl, constants: { ...constants, GROUP } });
  const bound = kernel.bind(resources, uniforms);
  const groups = gridOf(device, Math.ceil(invocations / GROUP));
  return { ...bound, encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites) };
}
