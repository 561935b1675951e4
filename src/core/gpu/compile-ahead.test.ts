import { describe, expect, it, vi } from "vitest";
import { createColumnSums } from "../arithmetic/column-sums.ts";
import { createWelch } from "../fft/welch.ts";
import { compileAhead } from "./compile-ahead.ts";
import { compile } from "./kernel.ts";
import { poolOf } from "./pool.ts";
import { testDevice, upload } from "./testing.ts";

describe("compileAhead", () => {
  it("compiles all kernels of a build at the same time, and asks the device for nothing else", async () => {
    const device = await testDevice();
    const samples = upload(device, new Float32Array(2 * 5000));
    const build = async (on: GPUDevice) => {
      await createColumnSums(on, { x: samples, rows: 7, columns: 300, scale: 1 });
      await createWelch(on, { length: 64, samples, rowStride: 5000, rows: { first: 0, count: 1 } });
    };
    const { created } = poolOf(device).statistics;
    const create = device.createComputePipelineAsync.bind(device);
    let pending = 0;
    let most = 0;
    const spy = vi.spyOn(device, "createComputePipelineAsync").mockImplementation(async (descriptor) => {
      most = Math.max(most, ++pending);
      return create(descriptor).finally(() => pending--);
    });
    await compileAhead(device, build);
    expect(poolOf(device).statistics.created).toBe(created);
    const compiled = spy.mock.calls.length;
    expect(compiled).toBeGreaterThan(1);
    expect(most).toBe(compiled);
    await build(device);
    expect(spy).toHaveBeenCalledTimes(compiled);
    spy.mockRestore();
  });

  it("begins with the longest text so far at once, and with the longest of the others when all are found", async () => {
    const device = await testDevice();
    const begun: string[] = [];
    const create = device.createComputePipelineAsync.bind(device);
    const spy = vi.spyOn(device, "createComputePipelineAsync").mockImplementation(async (descriptor) => {
      begun.push(descriptor.label ?? "");
      return create(descriptor);
    });
    await compileAhead(device, async (on) => {
      for (const blanks of [2, 9, 4, 7, 8]) {
        const wgsl = [`@compute @workgroup_size(1) fn main() {${" ".repeat(blanks)}}`];
        await compile(on, { label: `${blanks} blanks`, wgsl });
      }
    });
    await vi.waitFor(() => expect(begun).toHaveLength(5));
    expect(begun).toEqual(["2 blanks", "9 blanks", "8 blanks", "7 blanks", "4 blanks"]);
    spy.mockRestore();
  });

  it("passes on the error of a build", async () => {
    const device = await testDevice();
    const samples = upload(device, new Float32Array(64));
    const build = (on: GPUDevice) =>
      createWelch(on, { length: 60, samples, rowStride: 64, rows: { first: 0, count: 1 } });
    await expect(compileAhead(device, build)).rejects.toThrow("fft/welch: length must be");
  });
});
