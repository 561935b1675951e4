/** Stages whose survivors the traceback loads together; a multiple of the stages of a forward block. */
const BLOCK = 8;
/** Bytes of one stage's survivors: a bit per state. */
const STAGE_BYTES = 8;
/** Most bytes of survivors: enough to occupy the device. */
const MOST_SCRATCH = 2 ** 28;

interface Windows {
  /** Windows that a workgroup decodes at a time. */
  group: number;
  /** Windows of all codewords. */
  windows: number;
  /** Most stages from a window's begin to the end of its overlap. */
  stages: number;
  overlap: number;
}

/**
 * Returns the memory for survivors: `capacity` stages per window, the workgroups that decode at the same time, and the bytes
 * for all of them.
 *
 * @throws RangeError when `overlap` is not a positive multiple of 8.
 */
export function survivorMemory(
  label: string,
  { limits }: Pick<GPUDevice, "limits">,
  { group, windows, stages, overlap }: Windows,
): { capacity: number; groups: number; bytes: number } {
  if (!Number.isInteger(overlap) || overlap <= 0 || overlap % BLOCK) {
    throw new RangeError(`${label}: overlap must be a positive multiple of ${BLOCK}, got ${overlap}`);
  }
  const capacity = BLOCK * Math.ceil(stages / BLOCK);
  const groupBytes = group * capacity * STAGE_BYTES;
  const most = Math.max(1, Math.floor(Math.min(limits.maxStorageBufferBindingSize, MOST_SCRATCH) / groupBytes));
  const groups = Math.min(Math.ceil(windows / group), most, limits.maxComputeWorkgroupsPerDimension);
  return { capacity, groups, bytes: groups * groupBytes };
}
