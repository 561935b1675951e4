import { sequence, type Stage } from "../gpu/timing.ts";
import { WINDOW_LENGTH } from "./blocks.ts";
import { BATCH_PACKETS } from "./packet.ts";

/** Consecutive slots of a page. */
export interface SlotRange {
  readonly first: number;
  readonly slots: number;
}

/** A range begins at a multiple of this, so that a binding may begin there: at a multiple of 256 bytes, with at least 4 bytes per slot. */
const ALIGNED_SLOTS = 64;

/** Returns ranges of a page's slots, about equal and as few as possible, so that each range's windows fit a binding. */
export function slotRanges(device: GPUDevice, slots: number): SlotRange[] {
  const most = Math.floor(device.limits.maxStorageBufferBindingSize / (WINDOW_LENGTH * 8));
  if (slots <= most) return [{ first: 0, slots }];
  const count = Math.ceil(slots / (most - (most % ALIGNED_SLOTS)));
  const size = ALIGNED_SLOTS * Math.ceil(slots / count / ALIGNED_SLOTS);
  return Array.from({ length: Math.ceil(slots / size) }, (_, i) => {
    return { first: i * size, slots: Math.min(size, slots - i * size) };
  });
}

/** Returns a range's part of numbers that have `bytes` bytes per slot: of a buffer, or of a part of one. */
export function partOf(
  numbers: GPUBuffer | GPUBufferBinding,
  { first, slots }: SlotRange,
  bytes: number,
): GPUBufferBinding {
  const { buffer, offset = 0 } = "buffer" in numbers ? numbers : { buffer: numbers };
  return { buffer, offset: offset + first * bytes, size: slots * bytes };
}

/** Returns a plan that does its work for each range of a page's slots in turn. */
export async function inSlotRanges<Own extends Stage>(
  device: GPUDevice,
  slots: number,
  create: (range: SlotRange) => Promise<Own>,
): Promise<Stage & { readonly ranges: readonly Own[] }> {
  const ranges: Own[] = [];
  for (const range of slotRanges(device, slots)) ranges.push(await create(range));
  return ranges.length === 1 ? { ...ranges[0], ranges } : { ...sequence(ranges[0].label, ranges), ranges };
}

/** The slots of a page in one or two ranges, for a kernel that works on all of them at once and binds their numbers twice. */
export interface SlotHalves {
  /** Slots of the first range. */
  readonly held: number;
  /** 2 if some page of the device needs two ranges: then all pages have the same kernel, since a compilation takes longer than most pages. */
  readonly most: 1 | 2;
  /**
   * Returns both parts of numbers that have `bytes` bytes per slot. With one range the second part is `none`, by default the first part
   * again, which a kernel may bind twice if it only reads.
   */
  of(
    numbers: GPUBuffer | GPUBufferBinding,
    bytes: number,
    none?: GPUBuffer,
  ): readonly [GPUBufferBinding, GPUBufferBinding];
}

/** @throws RangeError if two bindings of the device do not hold the windows. */
export function slotHalves(label: string, device: GPUDevice, slots: number): SlotHalves {
  const [one, other, more] = slotRanges(device, slots);
  if (more) {
    throw new RangeError(`${label}: ${slots} windows do not fit two bindings of this device: use smaller pages`);
  }
  const batch = BATCH_PACKETS * WINDOW_LENGTH * 8;
  return {
    held: one.slots,
    most: other || device.limits.maxStorageBufferBindingSize < batch ? 2 : 1,
    of(numbers, bytes, none) {
      const first = partOf(numbers, one, bytes);
      if (other) return [first, partOf(numbers, other, bytes)];
      return [first, none ? { buffer: none } : first];
    },
  };
}
