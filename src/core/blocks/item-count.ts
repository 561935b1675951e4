import type { Stream } from "../flow/build/block-factory.ts";
import type { Allocation } from "../gpu/pool.ts";

/** The number of items in a page, for kernels. */
export interface ItemCount {
  /** u32 at offset 0. */
  readonly buffer: GPUBuffer;
  /** Sets it for later submissions. Does nothing where the GPU decides it. */
  set(count: number): void;
}

export function countOf(device: GPUDevice, memory: Allocation, stream: Stream): ItemCount {
  if (stream.count) return { buffer: stream.count, set: () => {} };
  let now = stream.length;
  const buffer = memory.constant("number of items", Uint32Array.of(now));
  return {
    buffer,
    set(count) {
      if (count === now) return;
      now = count;
      device.queue.writeBuffer(buffer, 0, Uint32Array.of(count));
    },
  };
}
