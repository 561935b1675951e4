/** Stages whose survivors the traceback loads together; a multiple of the stages of a forward block. */
const BLOCK = 8;
/** Bytes of one stage's survivors: a bit per state. */
export const SURVIVOR_BYTES = 8;
/** Most bytes for windows: enough to occupy the device. */
const MOST_SCRATCH = 2 ** 28;

interface Windows {
  /** Windows that a workgroup decodes at a time. */
  group: number;
  /** Windows of all codewords. */
  windows: number;
  /** Most stages that a window keeps. */
  stages: number;
  /** Bytes that it keeps of a stage. */
  stageBytes: number;
  overlap: number;
}

/**
 * Returns the memory of windows: `capacity` stages per window, the workgroups that decode at the same time, and the bytes
 * for all of them.
 *
 * @throws RangeError when `overlap` is not a positive multiple of 8.
 */
export function windowMemory(
  label: string,
  { limits }: Pick<GPUDevice, "limits">,
  { group, windows, stages, stageBytes, overlap }: Windows,
): { capacity: number; groups: number; bytes: number } {
  if (!Number.isInteger(overlap) || overlap <= 0 || overlap % BLOCK) {
    throw new RangeError(`${label}: overlap must be a positive multiple of ${BLOCK}, got ${overlap}`);
  }
  const capacity = BLOCK * Math.ceil(stages / BLOCK);
  const groupBytes = group * capacity * stageBytes;
  const most = Math.max(1, Math.floor(Math.min(limits.maxStorageBufferBindingSize, MOST_SCRATCH) / groupBytes));
  const groups = Math.min(Math.ceil(windows / group), most, limits.maxComputeWorkgroupsPerDimension);
  return { capacity, groups, bytes: groups * groupBytes };
}
