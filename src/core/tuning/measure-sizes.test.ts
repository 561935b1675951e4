import { beforeAll, describe, expect, it } from "vitest";
import { type Gpu, openGpu } from "../gpu/device.ts";
import { dawn, testGpu } from "../gpu/testing.ts";
import type { TunedWork } from "../gpu/tuned-work.ts";
import { setWorkgroupSizes, workgroupSize, workgroupSizes } from "../gpu/workgroup-size.ts";
import { measureSizes } from "./measure-sizes.ts";

const USUAL = 1;
/** y[n] = n + the number of runs, except in workgroups of 64. Workgroups of one invocation leave most of the device idle. */
const wgsl = `
override GROUP: u32;
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@group(0) @binding(1) var<storage, read_write> runs: array<u32>;
@compute @workgroup_size(GROUP) fn main(@builtin(global_invocation_id) id: vec3u) {
  runs[id.x]++;
  y[id.x] = select(id.x, 0u, GROUP == 64u) + runs[id.x];
}`;
const work: TunedWork = {
  jobs: 2,
  async create(device, { memory, stage }, jobs) {
    const count = 8192 * jobs;
    const GROUP = workgroupSize(device, "made up", USUAL);
    const y = memory.storage("y", 4 * count);
    const runs = memory.constant("runs", new Uint32Array(count));
    const resources = { y, runs };
    const kernel = { label: "made up", wgsl: [wgsl], constants: { GROUP }, resources, groups: count / GROUP };
    return { stages: [await stage(kernel)], results: [y] };
  },
};
const later = () => ({ share: performance.now() + 10_000, end: performance.now() + 20_000 });

describe("tuning/measure-sizes", () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await testGpu();
  });

  it("times the sizes that the device allows, and refuses those whose results differ", async () => {
    const measured = await measureSizes(gpu, "made up", [32, 64, 512], work, later());
    expect(measured?.tried.map(({ size, reason }) => [size, reason])).toEqual([
      [32, undefined],
      [64, "its results differ"],
    ]);
    expect(measured).toMatchObject({ timing: "timestamp query", rounds: 7 });
    expect(measured?.chosen?.size).not.toBe(64);
  });

  it("measures by the wall clock, with more rounds, where the device has no timestamps", async () => {
    const api = await dawn();
    const requestAdapter = async () => {
      const adapter = (await api.requestAdapter()) as GPUAdapter;
      const { limits, info } = adapter;
      return { limits, info, features: new Set(), requestDevice: adapter.requestDevice.bind(adapter) };
    };
    const plain = await openGpu({ requestAdapter } as unknown as GPU, { limits: "default" });
    const measured = await measureSizes(plain, "made up", [32], work, later());
    expect(measured).toMatchObject({ timing: "wall clock", rounds: 11 });
    plain.close();
  });

  it("leaves the device's own sizes alone", async () => {
    const own = { "another kernel": 32 };
    setWorkgroupSizes(gpu.device, own);
    await measureSizes(gpu, "made up", [32], work, later());
    expect(workgroupSizes(gpu.device)).toBe(own);
    setWorkgroupSizes(gpu.device, {});
  });

  it("measures nothing without time, and after it was stopped", async () => {
    expect(await measureSizes(gpu, "made up", [32, 64, 512], work, { share: 0, end: 0 })).toBeUndefined();
    expect(
      await measureSizes(gpu, "made up", [32, 64, 512], work, { ...later(), signal: AbortSignal.abort() }),
    ).toBeUndefined();
  });
});
