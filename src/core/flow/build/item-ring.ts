import itemRingKernel from "#shaders/flow/build/item-ring.wgsl?raw";
import type { Groups } from "../../gpu/kernel.ts";
import { owning } from "../../gpu/owning.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, gridOf, groupOf } from "../../gpu/rows.ts";
import { clear } from "../../gpu/submit.ts";
import { sequence, type Plan } from "../../gpu/timing.ts";
import type { Stream } from "./block-factory.ts";

const MOST_GROUP = 256;
const LABEL = "flow/item-ring";

/** Items that wait in GPU memory between two blocks with pages of different sizes. */
export interface ItemRing {
  /** 32-bit words per item. */
  readonly words: number;
  /** Most items that wait. */
  readonly items: number;
  readonly buffer: GPUBuffer;
  destroy(): void;
}

/** @throws RangeError for a size out of its range. */
export function createItemRing(device: GPUDevice, { words, items }: Pick<ItemRing, "words" | "items">): ItemRing {
  const bytes = 4 * checkedCount(LABEL, "words", words) * checkedCount(LABEL, "items", items);
  const memory = allocate(device);
  return { words, items, buffer: memory.storage(LABEL, bytes), destroy: memory.release };
}

/** Appends each page to a ring. */
export type RingWriter = Plan;

/** @param input Items whose number the GPU decides. */
export async function createRingWriter(
  device: GPUDevice,
  ring: ItemRing,
  { buffer, length, count }: Stream,
): Promise<RingWriter> {
  if (!count) throw new RangeError(`${LABEL}: input must have a count`);
  return createEnd(device, ring, { task: 0, page: buffer, length, count });
}

/** Gives the items of a ring in pages of one size, in the order in which they were appended. */
export interface RingReader extends Plan {
  readonly output: Stream;
  /** Sets the number of items of later pages; zeros follow them. At first it is a whole page. */
  setCount(count: number): void;
}

/** @param length Items of a page. */
export async function createRingReader(device: GPUDevice, ring: ItemRing, length: number): Promise<RingReader> {
  return owning(device, async ({ keep, memory }) => {
    const buffer = memory.storage(`${LABEL}, page`, 4 * checkedCount(LABEL, "length", length) * ring.words);
    const count = memory.constant(`${LABEL}, number of items`, Uint32Array.of(length));
    const end = await keep(createEnd(device, ring, { task: 1, page: buffer, length, count }));
    let now = length;
    return {
      ...end,
      output: { buffer, length },
      setCount(items) {
        if (items === now) return;
        now = items;
        device.queue.writeBuffer(count, 0, Uint32Array.of(items));
      },
    };
  });
}

interface EndConfig {
  /** 0 appends pages; 1 gives them. */
  task: 0 | 1;
  page: GPUBuffer;
  length: number;
  count: GPUBuffer;
}

const createEnd = (device: GPUDevice, ring: ItemRing, { task, page, length, count }: EndConfig): Promise<Plan> =>
  owning(device, async ({ memory, stage }) => {
    const GROUP = groupOf(device, MOST_GROUP);
    const { words, items, buffer } = ring;
    const at = memory.storage(`${LABEL}, place`, 4);
    clear(device, LABEL, [at]);
    const constants = { GROUP, WORDS: words, PAGE: length * words, RING: items * words };
    const resources = { count, page, ring: buffer, at };
    const stageOf = (TASK: number, groups: Groups) =>
      stage({ label: LABEL, wgsl: [itemRingKernel], constants: { ...constants, TASK }, resources, groups });
    const copying = await stageOf(task, gridOf(device, Math.ceil((length * words) / GROUP)));
    return sequence(LABEL, [copying, await stageOf(2, 1)]);
  });
