import decidedGroups from "#shaders/flow/build/decided-groups.wgsl?raw";
import dispatchGroups from "#shaders/lib/dispatch-groups.wgsl?raw";
import { compile, type GroupsInBuffer } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Stage } from "../../gpu/timing.ts";

export interface DecidedGroupsConfig {
  /** The number of items, u32 at offset 0. */
  count: GPUBuffer;
  /** Elements per item. */
  elements: number;
  /** Elements per invocation. */
  width: number;
  /** Invocations per workgroup. */
  group: number;
}

/** Finds the number of workgroups for items that another kernel counted. */
export interface DecidedGroups extends Stage {
  readonly groups: GroupsInBuffer;
  destroy(): void;
}

export async function createDecidedGroups(
  device: GPUDevice,
  { count, elements, width, group }: DecidedGroupsConfig,
): Promise<DecidedGroups> {
  const label = "flow/decided-groups";
  const constants = { ELEMENTS: elements, INVOCATION: width, GROUP: group };
  const kernel = await compile(device, { label, wgsl: [decidedGroups, dispatchGroups], constants });
  const memory = allocate(device);
  const buffer = memory.indirect(label, 12);
  const bound = kernel.bind({ count, groups: buffer });
  return {
    label,
    groups: { buffer, offset: 0 },
    encode: (encoder, timestampWrites) => bound.encode(encoder, 1, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
