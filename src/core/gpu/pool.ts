import { blame, OutOfMemoryError, scoped, type Verdict } from "./errors.ts";

/** Counts for the tests and the page's diagnostics. */
export interface PoolStatistics {
  /** Buffers made since the device was opened. */
  created: number;
  /** Requests served from a returned buffer. */
  reused: number;
  /** Bytes of buffers in use now. */
  liveBytes: number;
  /** Bytes of returned buffers kept for reuse. */
  idleBytes: number;
}

const MIN_BYTES = 256;

/** Larger buffers have finer sizes. Smaller ones lose little memory, and are reused more often if they have few sizes. */
const LARGE_BYTES = 2 ** 22;
/** Sizes from a power of two to the next one where they are fine: 1, 1.25, 1.5 and 1.75 times. */
const STEPS = 4;

/**
 * Returns the smallest size of the pool that holds `bytes`: a power of two from 256 on, and above 4 MiB also one of three steps
 * between two of them. It returns less if that exceeds `limit` and `bytes` does not.
 */
export function pooledSize(bytes: number, limit: number): number {
  const step = 2 ** Math.floor(Math.log2(bytes)) / STEPS;
  const size =
    bytes > LARGE_BYTES ? step * Math.ceil(bytes / step) : Math.max(MIN_BYTES, 2 ** Math.ceil(Math.log2(bytes)));
  return size > limit && bytes <= limit ? limit - (limit % 4) : size;
}

/** GPU buffers of few sizes, reused by size and usage. There is one pool per device: {@link poolOf}. */
export class BufferPool {
  readonly #idle = new Map<string, GPUBuffer[]>();
  readonly #live = new Set<GPUBuffer>();
  /** Buffers that the device has not accepted yet or has refused. */
  readonly #doubtful = new Map<GPUBuffer, Verdict>();
  readonly statistics: PoolStatistics = { created: 0, reused: 0, liveBytes: 0, idleBytes: 0 };

  constructor(readonly device: GPUDevice) {}

  /**
   * Returns a buffer of at least `bytes` bytes with undefined contents. If the device has no memory for it, submissions
   * that use it fail with OutOfMemoryError.
   *
   * @throws RangeError when `bytes` is not a positive integer or exceeds the device's `maxBufferSize`.
   */
  acquire(label: string, bytes: number, usage: GPUBufferUsageFlags): GPUBuffer {
    const { maxBufferSize: limit, maxStorageBufferBindingSize: bindable } = this.device.limits;
    if (!Number.isInteger(bytes) || bytes <= 0 || bytes > limit) {
      throw new RangeError(`${label}: a buffer must have 1 to ${limit} bytes on this device, got ${bytes}`);
    }
    // A kernel binds whole buffers, so rounding up must not exceed the largest binding.
    const size = pooledSize(bytes, bytes <= bindable ? Math.min(limit, bindable) : limit);
    const returned = this.#idle.get(`${size}/${usage}`)?.pop();
    if (returned) {
      this.statistics.reused++;
      this.statistics.idleBytes -= size;
    } else {
      this.statistics.created++;
    }
    const buffer = returned ?? this.#create({ label, size, usage });
    this.statistics.liveBytes += size;
    this.#live.add(buffer);
    return buffer;
  }

  /** Returns a buffer. Throws if it was already returned, or belongs to another pool. */
  release(buffer: GPUBuffer): void {
    if (!this.#live.delete(buffer)) throw new Error(`${buffer.label}: released, but not in use in this pool`);
    this.statistics.liveBytes -= buffer.size;
    const verdict = this.#doubtful.get(buffer);
    if (!verdict) this.#shelve(buffer);
    else {
      void verdict.then((error) => {
        this.#doubtful.delete(buffer);
        if (error) buffer.destroy();
        else this.#shelve(buffer);
      });
    }
  }

  #create(descriptor: GPUBufferDescriptor): GPUBuffer {
    const { result: buffer, verdict } = scoped(this.device, () => this.device.createBuffer(descriptor));
    blame(buffer, verdict);
    this.#doubtful.set(buffer, verdict);
    void verdict.then((error) => {
      if (!error) this.#doubtful.delete(buffer);
      // Free unused buffers, to make room for the next attempt.
      else if (error instanceof OutOfMemoryError) this.trim();
    });
    return buffer;
  }

  #shelve(buffer: GPUBuffer): void {
    const key = `${buffer.size}/${buffer.usage}`;
    const shelf = this.#idle.get(key);
    if (shelf) shelf.push(buffer);
    else this.#idle.set(key, [buffer]);
    this.statistics.idleBytes += buffer.size;
  }

  /** Destroys all unused buffers. */
  trim(): void {
    for (const shelf of this.#idle.values()) for (const buffer of shelf) buffer.destroy();
    this.#idle.clear();
    this.statistics.idleBytes = 0;
  }
}

const pools = new WeakMap<GPUDevice, BufferPool>();

/** Returns the device's pool. */
export function poolOf(device: GPUDevice): BufferPool {
  const pool = pools.get(device) ?? new BufferPool(device);
  pools.set(device, pool);
  return pool;
}

/** The buffers of one plan, which return to the pool together. */
export interface Allocation {
  /**
   * A storage buffer that can also be copied from and to.
   *
   * @param given A buffer of another owner, which is used instead.
   * @throws RangeError when the given buffer is too small.
   */
  storage(label: string, bytes: number, given?: GPUBuffer): GPUBuffer;
  /** A storage buffer that can also hold numbers of workgroups. */
  indirect(label: string, bytes: number): GPUBuffer;
  /** A storage buffer filled with `data`: tables and constants. */
  constant(label: string, data: ArrayBufferView<ArrayBuffer>): GPUBuffer;
  release(): void;
}

/**
 * Returns an allocation without buffers. It takes buffers from the device's pool, and gives all of them back with `release()`.
 *
 * @example
 * ```ts
 * import { allocate, openGpu } from "threeray/gpu";
 *
 * const gpu = await openGpu();
 * const memory = allocate(gpu.device);
 * const samples = memory.storage("samples", 4 * 1024);
 * console.log(samples.size); // 4096
 * memory.release();
 * gpu.close();
 * ```
 */
export function allocate(device: GPUDevice): Allocation {
  const pool = poolOf(device);
  const mine: GPUBuffer[] = [];
  const acquire = (label: string, bytes: number, more: GPUBufferUsageFlags) => {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST | more;
    const buffer = pool.acquire(label, bytes, usage);
    mine.push(buffer);
    return buffer;
  };
  const storage = (label: string, bytes: number, given?: GPUBuffer) => {
    if (given && given.size < bytes) {
      throw new RangeError(`${label}: needs a buffer of ${bytes} bytes, got ${given.size} (${given.label})`);
    }
    return given ?? acquire(label, bytes, 0);
  };
  return {
    storage,
    indirect: (label, bytes) => acquire(label, bytes, GPUBufferUsage.INDIRECT),
    constant(label, data) {
      const buffer = storage(label, data.byteLength);
      const write = () => device.queue.writeBuffer(buffer, 0, data.buffer, data.byteOffset, data.byteLength);
      blame(buffer, scoped(device, write).verdict);
      return buffer;
    },
    release() {
      for (const buffer of mine.splice(0)) pool.release(buffer);
    },
  };
}
