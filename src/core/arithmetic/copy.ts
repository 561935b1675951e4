import copyKernel from "#shaders/arithmetic/copy.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { groupOf } from "../gpu/rows.ts";
import { allocate } from "../gpu/pool.ts";
import type { Plan } from "../gpu/timing.ts";

const MAX_GROUPS = 65535;

export interface Copy extends Plan {
  /** float32 [length] */
  readonly y: GPUBuffer;
}

/**
 * Copies `length` float32 numbers; the benchmark's reference for memory speed.
 *
 * @param group Invocations per workgroup.
 * @throws RangeError when `length` is not a positive multiple of 4.
 */
export async function createCopy(
  device: GPUDevice,
  { x, length, group = groupOf(device, 256) }: { x: GPUBuffer; length: number; group?: number },
): Promise<Copy> {
  const label = "arithmetic/copy";
  if (!Number.isInteger(length) || length <= 0 || length % 4) {
    throw new RangeError(`${label}: length must be a positive multiple of 4, got ${length}`);
  }
  const memory = allocate(device);
  const y = memory.storage("copy", 4 * length);
  const size = 4 * length;
  const groups = Math.ceil(length / 4 / group);
  const rows = Math.ceil(groups / MAX_GROUPS);
  const stage = await createStage(device, {
    label,
    wgsl: [copyKernel],
    constants: { GROUP: group },
    resources: { x: { buffer: x, size }, y: { buffer: y, size } },
    groups: [Math.ceil(groups / rows), rows],
    memory,
  });
  return { ...stage, y };
}
