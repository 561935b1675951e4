import { allocate } from "../../gpu/pool.ts";

/** Buffers for signals that live only for a part of a page. */
export interface PageMemory {
  /** Returns a buffer that keeps its contents until it is returned. */
  take(label: string, bytes: number): GPUBuffer;
  /** Lets later work of a page use the buffer. */
  giveBack(buffer: GPUBuffer): void;
  release(): void;
}

export function createPageMemory(device: GPUDevice): PageMemory {
  const memory = allocate(device);
  const idle: GPUBuffer[] = [];
  return {
    take(label, bytes) {
      const fitting = idle.filter(({ size }) => size >= bytes).toSorted((a, b) => a.size - b.size)[0];
      if (!fitting) return memory.storage(label, bytes);
      idle.splice(idle.indexOf(fitting), 1);
      return fitting;
    },
    giveBack: (buffer) => void idle.push(buffer),
    release: memory.release,
  };
}
