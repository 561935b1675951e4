import { assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { openGpu } from "./device.ts";
import { accepted } from "./errors.ts";
import { allocate, BufferPool, pooledSize, poolOf } from "./pool.ts";
import { dawn } from "./testing.ts";

const gpu = async () => openGpu(await dawn(), { limits: "default" });
const usage = () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;

describe("buffer pool", () => {
  it("serves a request from an idle buffer up to the next power of two, and counts it", async () => {
    const { device } = await gpu();
    const pool = new BufferPool(device);
    const first = pool.acquire("a", 1000, usage());
    expect(first.size).toBe(1024);
    await accepted(first);
    pool.release(first);
    expect(pool.acquire("b", 600, usage())).toBe(first);
    expect(pool.acquire("c", 600, usage())).not.toBe(first);
    expect(pool.statistics).toEqual({ created: 2, reused: 1, liveBytes: 1024 + 640, idleBytes: 0 });
  });

  it("takes the smallest idle buffer that fits, and replaces one that has become too small", async () => {
    const { device } = await gpu();
    const pool = new BufferPool(device);
    const sizes = async (...bytes: number[]) => {
      const taken = bytes.map((count) => pool.acquire("a", count, usage()));
      await accepted(...taken);
      for (const buffer of taken) pool.release(buffer);
      return taken.map(({ size }) => size);
    };
    expect(await sizes(1100)).toEqual([1280]);
    expect(await sizes(1300)).toEqual([1536]);
    expect(await sizes(1700)).toEqual([1792]);
    expect(pool.statistics).toEqual({ created: 3, reused: 0, liveBytes: 0, idleBytes: 1792 });
    expect(await sizes(1100)).toEqual([1792]);
    expect(await sizes(1100, 1300)).toEqual([1792, 1536]);
    expect(await sizes(1300, 1700)).toEqual([1536, 1792]);
    expect(pool.statistics).toEqual({ created: 4, reused: 4, liveBytes: 0, idleBytes: 1536 + 1792 });
    // One of another power of two is left alone.
    expect(await sizes(1024, 4000)).toEqual([1024, 4096]);
    expect(pool.statistics.idleBytes).toBe(1536 + 1792 + 1024 + 4096);
  });

  it("repeated work of changing sizes ends with a fixed number of buffers", async () => {
    const { device } = await gpu();
    const pool = new BufferPool(device);
    const created: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      for (let length = 3000; length > 100; length = Math.floor(0.9 * length)) {
        const taken = [1, 3].map((factor) => pool.acquire("a", 4 * factor * length, usage()));
        await accepted(...taken);
        for (const buffer of taken) pool.release(buffer);
      }
      created.push(pool.statistics.created);
    }
    expect(created[1]).toBe(created[0]);
    expect(created[2]).toBe(created[0]);
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

  it("sizes are quarters of a power of two that hold the request and never break the device's limit", () => {
    assert(
      property(integer({ min: 1, max: 2 ** 28 - 512 }), (bytes) => {
        const size = pooledSize(bytes, 2 ** 28 - 512);
        const power = 2 ** Math.floor(Math.log2(size));
        expect(size).toBeGreaterThanOrEqual(bytes);
        expect(size % 4).toBe(0);
        expect(size === 2 ** 28 - 512 || Number.isInteger((4 * size) / power)).toBe(true);
        expect(size).toBeLessThan(Math.max(257, 1.25 * bytes));
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

  it("an allocation takes a given buffer in place of its own, and leaves it to its owner", async () => {
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
    expect(statistics).toMatchObject({ created: 2, liveBytes: 0, idleBytes: 5120 + 256 });
    poolOf(device).trim();
    expect(statistics.idleBytes).toBe(0);
  });
});
