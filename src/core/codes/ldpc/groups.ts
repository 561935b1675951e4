/** Invocations that most devices run in lockstep; a workgroup has a multiple of them. */
export const STEP = 32;
/** Workgroups of a dispatch in x; further ones are in y, since WebGPU allows 65535 in each. */
const MOST_GROUPS = 1024;

/** The division of frames into workgroups. */
export interface FrameGroups {
  /** Invocations per workgroup. */
  group: number;
  /** Invocations per frame: one for each of the `z` checks of a layer, or for every second or third check. */
  lanes: number;
  /** Frames per workgroup. */
  rows: number;
  groups: [number, number];
}

/** @param most Most invocations per workgroup: a multiple of 32. */
export function divideIntoGroups(z: number, frames: number, most: number): FrameGroups {
  const lanes = Math.ceil(z / Math.ceil(z / most));
  const rows = Math.floor(most / lanes);
  const group = STEP * Math.ceil((rows * lanes) / STEP);
  const count = Math.ceil(frames / rows);
  const x = Math.min(count, MOST_GROUPS);
  return { group, lanes, rows, groups: [x, Math.ceil(count / x)] };
}
