import { describe, expect, it } from "vitest";
import { createCopy } from "../arithmetic/copy.ts";
import { openGpu } from "./device.ts";
import { accepted, DeviceLostError, GpuValidationError, OutOfMemoryError, scoped } from "./errors.ts";
import { allocate, poolOf } from "./pool.ts";
import { readBack } from "./readback.ts";
import { fill, rehearse, submit } from "./submit.ts";
import { dawn, TEST_INVOCATIONS } from "./testing.ts";

/** Returns a new device, and the errors that were not assigned to any work. */
async function open() {
  const stray: string[] = [];
  const gpu = await openGpu(await dawn(), { onError: ({ message }) => stray.push(message) });
  return { ...gpu, stray };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

/** The largest buffer of the compatibility mode has memory on every machine. */
const HAS_ROOM = TEST_INVOCATIONS < 256;

/** Copies four numbers; other work may run between its steps. */
async function copyFour(device: GPUDevice, values: number[], { bytes = 16, offset = 0, waits = 0 }) {
  const memory = allocate(device);
  try {
    const x = memory.storage("source", bytes);
    for (let i = 0; i < waits; i++) await settle();
    const plan = await createCopy(device, { x, length: 4 });
    // An encoder reports errors when it ends. This offset is not a multiple of four.
    const encoder = device.createCommandEncoder();
    if (offset) encoder.clearBuffer(plan.y, offset);
    await settle();
    fillWith(device, x, values);
    plan.encode(encoder);
    const [found] = await readBack(device, [{ buffer: plan.y, size: 16 }], encoder);
    plan.destroy();
    return [...new Float32Array(found)];
  } finally {
    memory.release();
  }
}

function fillWith(device: GPUDevice, buffer: GPUBuffer, values: number[]) {
  const memory = allocate(device);
  const from = memory.constant("values", Float32Array.from(values));
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(from, 0, buffer, 0, 4 * values.length);
  fill(device, encoder, [buffer]);
  memory.release();
}

describe("concurrent work with failures", () => {
  it.skipIf(HAS_ROOM)("gets its own errors only, for any number of open submissions", async () => {
    const { device, stray, close } = await open();
    const huge = device.limits.maxBufferSize;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, (_, i) => {
        const waits = (i * 7) % 5;
        if (i % 3 === 1) return copyFour(device, [i, 1, 2, 3], { bytes: huge, waits });
        return copyFour(device, [i, 1, 2, 3], { waits, offset: i % 3 === 2 ? 2 : 0 });
      }),
    );
    for (const [i, outcome] of outcomes.entries()) {
      if (i % 3 === 0) expect(outcome).toEqual({ status: "fulfilled", value: [i, 1, 2, 3] });
      else {
        expect(outcome.status).toBe("rejected");
        const { reason } = outcome as PromiseRejectedResult;
        expect(reason).toBeInstanceOf(i % 3 === 1 ? OutOfMemoryError : GpuValidationError);
      }
    }
    await device.queue.onSubmittedWorkDone();
    expect(stray).toEqual([]);
    close();
  });

  it.skipIf(HAS_ROOM)("is checked before it runs", async () => {
    const { device, stray, close } = await open();
    const memory = allocate(device);
    const x = memory.storage("source", device.limits.maxBufferSize);
    const [short, sound] = [
      await createCopy(device, { x, length: 4 }),
      await createCopy(device, { x: memory.storage("source", 16), length: 4 }),
    ];
    const refused = rehearse(device, [sound, short]);
    await expect(rehearse(device, [sound, sound])).resolves.toBeUndefined();
    await expect(refused).rejects.toBeInstanceOf(OutOfMemoryError);
    await expect(submit(device, device.createCommandEncoder())).resolves.toBeUndefined();
    expect(stray).toEqual([]);
    close();
  });

  it("reports a shader that does not compile and a bind group that does not fit", async () => {
    const { device, stray, close } = await open();
    const broken = scoped(device, () => device.createShaderModule({ code: "?" }));
    const whole = scoped(device, () => 7);
    expect(await broken.verdict).toBeInstanceOf(GpuValidationError);
    expect(whole.result).toBe(7);
    expect(await whole.verdict).toBeUndefined();
    const x = allocate(device).storage("x", 4096);
    const shifted = createCopy(device, { x, length: 4 }).then((plan) => {
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(x, 2, plan.y, 0, 16);
      return submit(device, encoder);
    });
    await expect(shifted).rejects.toBeInstanceOf(GpuValidationError);
    // A synchronous error leaves no scope open.
    const thrown = () => scoped(device, () => expect.fail("mine"));
    expect(thrown).toThrow("mine");
    expect(await scoped(device, () => device.createShaderModule({ code: "?" })).verdict).toBeDefined();
    expect(stray).toEqual([]);
    close();
  });

  it("overlaps pages: a second page is recorded and submitted before the first is read", async () => {
    const { device, stray, close } = await open();
    const x = allocate(device).storage("x", 16);
    const plan = await createCopy(device, { x, length: 4 });
    const pending = [1, 2, 3].map((page) => {
      device.queue.writeBuffer(x, 0, new Float32Array(4).fill(page));
      const encoder = device.createCommandEncoder();
      plan.encode(encoder);
      return readBack(device, [{ buffer: plan.y, size: 16 }], encoder);
    });
    await settle();
    const pages = await Promise.all(pending);
    expect(pages.map(([bytes]) => [...new Float32Array(bytes)])).toEqual([1, 2, 3].map((page) => Array(4).fill(page)));
    expect(stray).toEqual([]);
    close();
  });

  it("fails with DeviceLostError if the device is lost meanwhile", async () => {
    const { device } = await open();
    const x = allocate(device).storage("x", 16);
    const pending = readBack(device, [x]);
    device.destroy();
    await expect(pending).rejects.toBeInstanceOf(DeviceLostError);
    await expect(readBack(device, [x])).rejects.toBeInstanceOf(DeviceLostError);
  });
});

describe("buffers that have no memory", () => {
  it.skipIf(HAS_ROOM)("are not reused, and unused buffers are freed", async () => {
    const { device, stray, close } = await open();
    const pool = poolOf(device);
    const idle = pool.acquire("idle", 4096, GPUBufferUsage.STORAGE);
    await accepted(idle);
    pool.release(idle);
    expect(pool.statistics.idleBytes).toBe(4096);
    const size = device.limits.maxBufferSize;
    const first = pool.acquire("first", size, GPUBufferUsage.STORAGE);
    pool.release(first);
    const second = pool.acquire("second", size, GPUBufferUsage.STORAGE);
    expect(second).not.toBe(first);
    await expect(accepted(first)).rejects.toBeInstanceOf(OutOfMemoryError);
    await expect(accepted(second)).rejects.toBeInstanceOf(OutOfMemoryError);
    pool.release(second);
    await settle();
    expect(pool.acquire("third", size, GPUBufferUsage.STORAGE)).not.toBe(second);
    expect(pool.statistics.idleBytes).toBe(0);
    await settle();
    expect(stray).toEqual([]);
    close();
  });
});
