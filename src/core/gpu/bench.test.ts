import { describe, expect, it } from "vitest";
import { batchCase, type BenchCase, createPages, batchSizes, tiled, tiledRow } from "./bench.ts";
import { noise } from "./check.ts";
import { allocate } from "./pool.ts";
import { readFloats, run, testDevice, testGpu } from "./testing.ts";

describe("pages of a benchmark", () => {
  it.each([
    { batch: { jobs: 10, bytes: 10 }, limit: 100, pages: [10] },
    { batch: { jobs: 10, bytes: 10 }, limit: 99, pages: [5, 5] },
    { batch: { jobs: 10, bytes: 10 }, limit: 39, pages: [3, 3, 3, 1] },
    { batch: { jobs: 3104, bytes: 2 ** 17, group: 32 }, limit: 2 ** 27, pages: [800, 800, 800, 704] },
    { batch: { jobs: 96, bytes: 10, group: 32 }, limit: 320, pages: [32, 32, 32] },
    // What does not fit at all is the device's to refuse.
    { batch: { jobs: 2, bytes: 10 }, limit: 5, pages: [1, 1] },
  ])("are as few as fit $limit bytes, and equal: $pages", ({ batch, limit, pages }) => {
    expect(batchSizes(batch, limit)).toEqual(pages);
  });

  it("are each made once and run one after the other", async () => {
    const device = await testDevice();
    const jobs = 2.5 * 2 ** 20;
    const calls: string[] = [];
    const one: BenchCase = {
      name: "test",
      bytes: 1,
      batch: { jobs, bytes: device.limits.maxStorageBufferBindingSize / 2 ** 20 },
      async create(_, jobs) {
        const call = (name: string) => calls.push(`${name} ${jobs / 2 ** 20}`);
        call("create");
        return { label: "page", encode: () => call("encode"), destroy: () => call("destroy") };
      },
    };
    const plan = await createPages(device, one);
    await run(device, plan);
    plan.destroy();
    const names = calls.map((call) => call.split(" ")[0]);
    expect(names.join(" ")).toBe("create create encode encode encode destroy destroy");
    expect(plan.pages.reduce((sum, page) => sum + page, 0)).toBe(jobs);
  });
});

describe("a benchmark's check", () => {
  const values = noise(1, 2 * 3);
  /** A plan that does nothing but copy its rows of three numbers, of which one is off. */
  const copying = (fault: number) =>
    batchCase({
      name: "test",
      bytes: 1,
      batch: { jobs: 6, group: 2, bytes: 12 },
      async prepare(device, memory, jobs) {
        const input = tiled(device, memory, "input", values, jobs / 2);
        const output = memory.storage("output", 12 * jobs);
        const plan = {
          label: "copy",
          encode: (encoder: GPUCommandEncoder) => encoder.copyBufferToBuffer(input, 0, output, 0, 12 * jobs - fault),
          destroy: () => undefined,
        };
        const expected = (job: number) => tiledRow(values, job, 3);
        return { plan, check: { output, row: 3, width: 1 as const, expected } };
      },
    });

  it("finds no error where there is none, and one number that was not written", async () => {
    const gpu = await testGpu();
    expect(await copying(0).error?.(gpu, 6)).toBe(0);
    const checked = [tiledRow(values, 0, 3), tiledRow(values, 1, 3), tiledRow(values, 1, 3)].flatMap((row) => [...row]);
    const rms = Math.hypot(...checked) / 3;
    expect(await copying(4).error?.(gpu, 6)).toBeCloseTo(Math.abs(values[5]) / rms, 6);
  });

  it("compares jobs that are columns of complex values", async () => {
    const one = batchCase({
      name: "test",
      bytes: 1,
      async prepare(_device, memory, jobs) {
        // Value i of job j is i + j·√−1.
        const values = Float32Array.from({ length: 2 * 3 * jobs }, (_, at) =>
          at % 2 ? (at >> 1) % jobs : Math.floor((at >> 1) / jobs),
        );
        const input = memory.constant("input", values);
        const output = memory.storage("output", values.byteLength);
        const encode = (encoder: GPUCommandEncoder) =>
          encoder.copyBufferToBuffer(input, 0, output, 0, values.byteLength);
        const expected = (job: number) => [0, job, 1, job, 2, job + (job === 3 ? 1 : 0)];
        const plan = { label: "copy", encode, destroy: () => undefined };
        return { plan, check: { output, row: 6, width: 2 as const, columns: true, expected } };
      },
    });
    const gpu = await testGpu();
    expect(await one.error?.(gpu, 3)).toBe(0);
    // Jobs 0, 2 and 3; one value of job 3 is off by 1.
    expect(await one.error?.(gpu, 4)).toBeCloseTo(1 / Math.sqrt((15 + 3 * 4 + 9 + 9 + 16) / 9), 6);
  });

  it("repeats the rows of its inputs", async () => {
    const device = await testDevice();
    const memory = allocate(device);
    const found = await readFloats(device, tiled(device, memory, "rows", values, 3), 18);
    expect([...found]).toEqual([...values, ...values, ...values]);
    expect([...tiledRow(values, 3, 3)]).toEqual([...values.subarray(3)]);
    memory.release();
  });
});
