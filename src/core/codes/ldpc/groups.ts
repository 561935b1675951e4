/** What most devices run in step: invocations of a workgroup are a multiple of it. */
const STEP = 32;
/** Workgroups of a dispatch in x; more lie in y, since WebGPU allows 65535 in each. */
const MOST_GROUPS = 1024;

/** How frames with an invocation for each of the `z` checks of a layer are cut into workgroups. */
export interface Groups {
  /** Invocations of a workgroup. */
  group: number;
  /** Frames in a workgroup. */
  rows: number;
  groups: [number, number];
}

/** @param most Invocations of a workgroup, at most: a multiple of 32, at least `z`. */
export function groupsOf(z: number, frames: number, most: number): Groups {
  const rows = Math.floor(most / z);
  const group = STEP * Math.ceil((rows * z) / STEP);
  const count = Math.ceil(frames / rows);
  const x = Math.min(count, MOST_GROUPS);
  return { group, rows, groups: [x, Math.ceil(count / x)] };
}
