import { assert, integer, oneof, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { openGpu } from "./device.ts";
import { accepted } from "./errors.ts";
import { allocate, BufferPool, pooledSize, poolOf } from "./pool.ts";
import { dawn } from "./testing.ts";

const gpu = async () => openGpu(await dawn(), { limits: "default" });
const usage = () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;

describe("buffer pool", () => {
  it("serves the second request of a size class from the first's buffer, and counts it", async () => {
    const { device } = await gpu();
    const pool = new BufferPool(device);
    const first = pool.acquire("a", 1000, usage());
    expect(first.size).toBe(1024);
    await accepted(first);
    pool.release(first);
    expect(pool.acquire("b", 600, usage())).toBe(first);
    expect(pool.acquire("c", 600, usage())).not.toBe(first);
    expect(pool.statistics).toEqual({ created: 2, reused: 1, liveBytes: 2048, idleBytes: 0 });
  });

  it("rounds no buffer up beyond what a kernel can bind", () => {
    const made: number[] = [];
    const device = {
      limits: { maxBufferSize: 2 ** 40, maxStorageBufferBindingSize: 2 ** 31 - 4 },
      pushErrorScope() {},
      popErrorScope: async () => null,
      createBuffer: ({ size }: GPUBufferDescriptor) => ({ size: made[made.push(size) - 1] }),
    } as unknown as GPUDevice;
    const pool = new BufferPool(device);
    for (const bytes of [1000, 2e9, 2 ** 31 - 4, 3e9]) pool.acquire("a", bytes, 0);
    expect(made).toEqual([1024, 2 ** 31 - 4, 2 ** 31 - 4, 3 * 2 ** 30]);
  });

  it("keeps buffers of different usage apart", async () => {
    const { device } = await gpu();
    const pool = new BufferPool(device);
    const storage = pool.acquire("a", 256, usage());
    await accepted(storage);
    pool.release(storage);
    expect(pool.acquire("b", 256, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST)).not.toBe(storage);
  });

  it("sizes are powers of two, and large ones quarters of them, that hold the request and never break the device's limit", () => {
    const limit = 2 ** 28 - 512;
    assert(
      property(oneof(integer({ min: 1, max: 2 ** 23 }), integer({ min: 1, max: limit })), (bytes) => {
        const size = pooledSize(bytes, limit);
        const power = 2 ** Math.floor(Math.log2(size));
        const isLarge = bytes > 2 ** 22;
        expect(size).toBeGreaterThanOrEqual(bytes);
        expect(size % 4).toBe(0);
        expect(size === limit || Number.isInteger(((isLarge ? 4 : 1) * size) / power)).toBe(true);
        expect(size).toBeLessThan(Math.max(257, (isLarge ? 1.25 : 2) * bytes));
      }),
    );
  });

  it.each([0, -4, 1.5, Number.NaN, 2 ** 40])("refuses %s bytes", async (bytes) => {
    const { device } = await gpu();
    expect(() => poolOf(device).acquire("test", bytes, usage())).toThrow(
      new RegExp(`test: a buffer must have 1 to \\d+ bytes on this device, got ${bytes}`),
    );
  });

  it("refuses a buffer that is released twice", async () => {
    const { device } = await gpu();
    const pool = poolOf(device);
    const buffer = pool.acquire("twice", 4, usage());
    pool.release(buffer);
    expect(() => pool.release(buffer)).toThrow(/twice: released, but not in use/);
  });

  it("an allocation takes a given buffer instead of a new one, and leaves it to its owner", async () => {
    const { device } = await gpu();
    const [owner, guest] = [allocate(device), allocate(device)];
    const given = owner.storage("slots", 2048);
    expect(guest.storage("symbols", 1000, given)).toBe(given);
    expect(() => guest.storage("symbols", 2052, given)).toThrow(
      "symbols: needs a buffer of 2052 bytes, got 2048 (slots)",
    );
    guest.release();
    expect(poolOf(device).statistics.liveBytes).toBe(2048);
    owner.release();
  });

  it("an allocation returns everything at once, and trim frees it", async () => {
    const { device } = await gpu();
    const memory = allocate(device);
    await accepted(memory.storage("a", 5000), memory.constant("b", Float32Array.of(1, 2, 3)));
    memory.release();
    const { statistics } = poolOf(device);
    expect(statistics).toMatchObject({ created: 2, liveBytes: 0, idleBytes: 8192 + 256 });
    poolOf(device).trim();
    expect(statistics.idleBytes).toBe(0);
  });
});
