import { poolOf } from "./pool.ts";

/** The position of a kernel's uniform struct in GPU memory. */
export interface UniformPlace {
  /** Its slices; a kernel has a bind group for each. */
  readonly slices: readonly GPUBufferBinding[];
  /** Index of the slice that the kernel uses when it is recorded. */
  readonly current: number;
  /** The bytes have changed. */
  changed(): void;
  release(): void;
}

export interface UniformMemory {
  /** @param bytes The struct's bytes, which change from time to time. */
  place(label: string, bytes: Uint8Array<ArrayBuffer>): UniformPlace;
}

const USAGE = () => GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;

/** A buffer for each struct. What changes takes effect for later submissions. */
export function ownUniforms(device: GPUDevice): UniformMemory {
  return {
    place(label, bytes) {
      const buffer = poolOf(device).acquire(label, bytes.length, USAGE());
      return {
        slices: [{ buffer, size: bytes.length }],
        current: 0,
        changed: () => device.queue.writeBuffer(buffer, 0, bytes),
        release: () => poolOf(device).release(buffer),
      };
    },
  };
}

/** Uniforms that differ from page to page, for pages that are submitted together. */
export interface PageUniforms extends UniformMemory {
  /** Most pages in a submission. */
  readonly pages: number;
  /** Index of the page, below `pages`, that is recorded now. */
  page: number;
  /** Keeps the structs for a page as they are now. */
  keep(page: number): void;
  /** Writes what the first pages have kept, for later submissions. */
  write(pages: number): void;
}

/** Offsets of uniform structs are multiples of this on every device. */
const ALIGNMENT = 256;

export function createPageUniforms(device: GPUDevice, pages: number): PageUniforms {
  const structs = new Set<{ now: Uint8Array; kept: Uint8Array<ArrayBuffer>; buffer: GPUBuffer; stride: number }>();
  const uniforms: PageUniforms = {
    pages,
    page: 0,
    place(label, now) {
      const stride = ALIGNMENT * Math.ceil(now.length / ALIGNMENT);
      const buffer = poolOf(device).acquire(label, pages * stride, USAGE());
      const struct = { now, kept: new Uint8Array(pages * stride), buffer, stride };
      structs.add(struct);
      return {
        slices: Array.from({ length: pages }, (_, page) => ({ buffer, offset: page * stride, size: now.length })),
        get current() {
          return uniforms.page;
        },
        changed() {},
        release() {
          structs.delete(struct);
          poolOf(device).release(buffer);
        },
      };
    },
    keep(page) {
      for (const { now, kept, stride } of structs) kept.set(now, page * stride);
    },
    write(count) {
      for (const { buffer, kept, stride } of structs) device.queue.writeBuffer(buffer, 0, kept, 0, count * stride);
    },
  };
  return uniforms;
}
