import { describe, expect, it } from "vitest";
import { describeAdapter, GpuUnavailableError, openGpu } from "./device.ts";
import { GpuValidationError, OutOfMemoryError } from "./errors.ts";
import { createGpuHost, type Recovery, resilient } from "./host.ts";
import { readBack } from "./readback.ts";
import { dawn, TEST_INVOCATIONS } from "./testing.ts";

describe("opening a device", () => {
  it("requests all of the adapter's limits, or WebGPU's defaults", async () => {
    const adapter = await (await dawn()).requestAdapter();
    // The compatibility mode of the tests has no more than the defaults.
    if (TEST_INVOCATIONS === 256) {
      const whole = await openGpu(await dawn());
      expect(whole.device.limits.maxStorageBufferBindingSize).toBe(adapter?.limits.maxStorageBufferBindingSize);
      expect(whole.device.limits.maxComputeWorkgroupStorageSize).toBe(adapter?.limits.maxComputeWorkgroupStorageSize);
    }
    const laptop = await openGpu(await dawn(), { limits: "default" });
    expect(laptop.device.limits.maxStorageBufferBindingSize).toBe(128 * 2 ** 20);
    expect(laptop.device.limits.maxComputeWorkgroupStorageSize).toBe(16384);
    expect(laptop.device.limits.maxComputeInvocationsPerWorkgroup).toBe(TEST_INVOCATIONS);
  });

  it("opens the compatibility mode of an adapter without WebGPU's core features, as on a phone", async () => {
    const api = await dawn();
    const requestAdapter: GPU["requestAdapter"] = (options) =>
      options?.featureLevel === "compatibility" ? api.requestAdapter(options) : Promise.resolve(null);
    const { device, close } = await openGpu({ requestAdapter } as GPU, { limits: "default" });
    expect(device.features.has("core-features-and-limits")).toBe(false);
    expect(device.limits.maxComputeInvocationsPerWorkgroup).toBe(128);
    close();
  });

  const nothing = { requestAdapter: () => Promise.resolve(null) } as unknown as GPU;
  const early = {
    requestAdapter: () => Promise.resolve({ features: new Set(), limits: {} }),
  } as unknown as GPU;
  const refusing = {
    requestAdapter: () =>
      Promise.resolve({
        features: new Set(),
        limits: {},
        info: {},
        requestDevice: () => Promise.reject(new Error("no room")),
      }),
  } as unknown as GPU;
  it.each([
    ["api", undefined, /navigator.gpu is missing/],
    ["api", early, /before July 2024: GPUAdapter.info is missing/],
    ["adapter", nothing, /offers no adapter/],
    ["device", refusing, /refused to open a device: no room/],
  ])("reports the step that failed: %s", async (missing, api, message) => {
    const error = await openGpu(api).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GpuUnavailableError);
    expect(error).toMatchObject({ missing, message: expect.stringMatching(message) });
  });

  it("recognizes a software adapter by its name", () => {
    const info = { vendor: "google", architecture: "swiftshader", device: "0xc0de", description: "SwiftShader Device" };
    expect(describeAdapter(info as GPUAdapterInfo)).toMatchObject({
      software: true,
      name: "SwiftShader Device, WebGPU",
    });
    const nvidia = { vendor: "nvidia", architecture: "hopper", device: "", description: "" };
    expect(describeAdapter(nvidia as GPUAdapterInfo)).toMatchObject({ software: false, name: "nvidia hopper, WebGPU" });
  });

  it("passes on errors that no scope caught", async () => {
    const errors: Error[] = [];
    const { device } = await openGpu(await dawn(), { onError: (error) => errors.push(error) });
    device.createShaderModule({ label: "nonsense", code: "this is no WGSL" });
    await device.queue.onSubmittedWorkDone();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(GpuValidationError);
    expect(errors[0].message).toMatch(/nonsense|parsing|expected/i);
  });
});

it("gpu: a host tells that a device is open in place of a lost one, and not of one that was closed", async () => {
  const recoveries: Recovery[] = [];
  const host = createGpuHost(await dawn(), { onRecovery: (recovery) => recoveries.push(recovery) });
  const first = await host.get();
  host.close();
  await first.lost;
  const second = await host.get();
  expect(recoveries).toEqual([]);
  second.device.destroy();
  await second.lost;
  expect(recoveries).toEqual([]);
  expect(await host.get()).not.toBe(second);
  expect(recoveries).toMatchObject([{ kind: "device lost", message: expect.stringContaining("open again") }]);
  host.close();
});

describe("resilient experiments", () => {
  interface Step {
    state: number;
  }

  it("resumes from the last finished step on a new device", async () => {
    const host = createGpuHost(await dawn());
    const devices = new Set<GPUDevice>();
    const recoveries: Recovery[] = [];
    const seen: number[] = [];
    let lose = true;
    async function* count({ device }: { device: GPUDevice }, from: number): AsyncGenerator<Step> {
      devices.add(device);
      for (let i = from; i < 6; i++) {
        if (i === 3 && lose) {
          lose = false;
          device.destroy();
        }
        const buffer = device.createBuffer({ size: 4, usage: GPUBufferUsage.COPY_SRC });
        await readBack(device, [buffer]);
        seen.push(i);
        yield { state: i + 1 };
      }
    }
    const states: number[] = [];
    const options = { pageBlocks: 8, onRecovery: (recovery: Recovery) => recoveries.push(recovery) };
    for await (const { state } of resilient<number, Step>(host, 0, count, options)) states.push(state);
    expect(states).toEqual([1, 2, 3, 4, 5, 6]);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
    expect(devices.size).toBe(2);
    expect(recoveries).toMatchObject([{ kind: "device lost" }]);
    host.close();
  });

  it("halves its pages when memory is short, and fails if that does not help", async () => {
    const host = createGpuHost(await dawn());
    const pages: (number | undefined)[] = [];
    async function* hungry(_: unknown, from: number, page: number | undefined): AsyncGenerator<Step> {
      pages.push(page);
      if ((page ?? 0) > 2) throw new OutOfMemoryError("full");
      yield { state: from + 1 };
    }
    for await (const { state } of resilient<number, Step>(host, 0, hungry, { page: 12 })) expect(state).toBe(1);
    expect(pages).toEqual([12, 6, 3, 1]);
    async function* starving(): AsyncGenerator<Step> {
      yield await Promise.reject<Step>(new OutOfMemoryError("still full"));
    }
    const run = async () => {
      for await (const step of resilient<number, Step>(host, 0, starving, { page: 1 })) expect(step).toBeUndefined();
    };
    await expect(run()).rejects.toThrow("still full");
    host.close();
  });
});
