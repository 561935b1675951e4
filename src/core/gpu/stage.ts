import { compile, type Groups, type KernelSource, type Resource, type Values } from "./kernel.ts";
import type { Allocation } from "./pool.ts";
import type { Plan } from "./timing.ts";
import type { UniformMemory } from "./uniforms.ts";

export interface StageConfig extends KernelSource {
  /** A resource for each binding, by name. */
  resources: Readonly<Record<string, Resource>>;
  groups: Groups;
  /** Buffers that belong to the stage: they return to the pool when it is destroyed, or if it cannot be created. */
  memory?: Allocation;
  /** Memory for the uniform struct. Default: its own buffer. */
  uniforms?: UniformMemory;
}

/** One kernel with its bindings and its number of workgroups. */
export interface KernelStage extends Plan {
  /** Changes members of the uniform struct. Takes effect for later submissions. */
  set(values: Values): void;
}

/**
 * Compiles a kernel and binds its resources.
 *
 * @throws Error as {@link compile} does, and for an unknown, missing or mistyped resource.
 */
export async function createStage(
  device: GPUDevice,
  { label, wgsl, constants, resources, groups, memory, uniforms }: StageConfig,
): Promise<KernelStage> {
  try {
    const kernel = await compile(device, { label, wgsl, constants });
    const bound = kernel.bind(resources, uniforms);
    return {
      label,
      set: bound.set,
      encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
      destroy() {
        bound.destroy();
        memory?.release();
      },
    };
  } catch (error) {
    memory?.release();
    throw error;
  }
}
