import decidedGroups from "#shaders/flow/build/decided-groups.wgsl?raw";
import dispatchGroups from "#shaders/lib/dispatch-groups.wgsl?raw";
import { type GroupsInBuffer } from "../../gpu/kernel.ts";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";

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
export interface DecidedGroups extends Plan {
  readonly groups: GroupsInBuffer;
}

export async function createDecidedGroups(
  device: GPUDevice,
  { count, elements, width, group }: DecidedGroupsConfig,
): Promise<DecidedGroups> {
  const label = "flow/decided-groups";
  const constants = { ELEMENTS: elements, INVOCATION: width, GROUP: group };
  const memory = allocate(device);
  const buffer = memory.indirect(label, 12);
  const stage = await createStage(device, {
    label,
    wgsl: [decidedGroups, dispatchGroups],
    constants,
    resources: { count, groups: buffer },
    groups: 1,
    memory,
  });
  return { ...stage, groups: { buffer, offset: 0 } };
}
