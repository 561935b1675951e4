/** Invocations that most devices run in lockstep; a workgroup has a multiple of them. */
const STEP = 32;
/** Workgroups of a dispatch in x; further ones are in y, since WebGPU allows 65535 in each. */
const MOST_GROUPS = 1024;

/** The division of frames into workgroups, with one invocation for each of the `z` checks of a layer. */
export interface Groups {
  /** Invocations per workgroup. */
  group: number;
  /** Frames per workgroup. */
  rows: number;
  groups: [number, number];
}

/** @param most Most invocations per workgroup: a multiple of 32, at least `z`. */
export function groupsOf(z: number, frames: number, most: number): Groups {
  const rows = Math.floor(most / z);
  const group = STEP * Math.ceil((rows * z) / STEP);
  const count = Math.ceil(frames / rows);
  const x = Math.min(count, MOST_GROUPS);
  return { group, rows, groups: [x, Math.ceil(count / x)] };
}
