import { type Gpu, openGpu } from "./device.ts";
import { allocate } from "./pool.ts";
import { readFloats, readWords } from "./readback.ts";

// Dawn crashes with a segmentation fault when the object that create() returns is collected.
const host = globalThis as typeof globalThis & { threerayDawn?: GPU | Promise<GPU> };

// SwiftShader zeroes workgroup storage store by store, which takes seconds to compile. Dawn itself uses a loop.
const ZERO_BY_LOOP = "disable-dawn-features=use_vulkan_zero_initialize_workgroup_memory_extension";

/**
 * Dawn in this process. Loaded on request: benches use this file's inputs where Dawn is no package. With THREERAY_COMPATIBILITY its
 * devices are in WebGPU's compatibility mode and within its limits, as on a phone with OpenGL ES 3.1.
 */
export async function dawn(): Promise<GPU> {
  const { create, globals } = await import("webgpu");
  Object.assign(host, globals);
  host.threerayDawn ??= create([ZERO_BY_LOOP]);
  const api = await host.threerayDawn;
  return process.env.THREERAY_COMPATIBILITY ? compatible(api) : api;
}

/** Returns WebGPU in its compatibility mode: devices get its default limits, and no request changes them. */
function compatible(api: GPU): GPU {
  return {
    ...api,
    async requestAdapter(options) {
      const adapter = await api.requestAdapter({ ...options, featureLevel: "compatibility" });
      const open = adapter?.requestDevice.bind(adapter);
      const requestDevice = (wanted?: GPUDeviceDescriptor) => open!({ ...wanted, requiredLimits: {} });
      return adapter && Object.defineProperty(adapter, "requestDevice", { value: requestDevice });
    },
  };
}

/** Invocations that a workgroup of the tests' device may have. */
export const TEST_INVOCATIONS = process.env.THREERAY_COMPATIBILITY ? 128 : 256;

let shared: Promise<Gpu> | undefined;

/** The device of this test file, within WebGPU's default limits, as on a laptop. Uncaught errors fail the test run. */
export function testGpu(): Promise<Gpu> {
  shared ??= dawn().then(async (api) => {
    const gpu = await openGpu(api, {
      limits: "default",
      onError: (error) => {
        throw error;
      },
    });
    keepPipelines(gpu.device);
    return gpu;
  });
  return shared;
}

/**
 * Lets a device compile a kernel once, also for devices of {@link withLimits}, each of which has its own kernels. SwiftShader takes seconds
 * for many of them.
 */
function keepPipelines(device: GPUDevice): void {
  const codes = new WeakMap<GPUShaderModule, string>();
  const kept = new Map<string, Promise<GPUComputePipeline>>();
  const [parse, compile] = [device.createShaderModule.bind(device), device.createComputePipelineAsync.bind(device)];
  device.createShaderModule = (wanted) => {
    const module = parse(wanted);
    codes.set(module, wanted.code);
    return module;
  };
  device.createComputePipelineAsync = (wanted) => {
    const { label, compute } = wanted;
    const key = JSON.stringify([label, codes.get(compute.module), compute.constants]);
    const pipeline = kept.get(key) ?? compile(wanted);
    kept.set(key, pipeline);
    pipeline.catch(() => kept.delete(key));
    return pipeline;
  };
}

export async function testDevice(): Promise<GPUDevice> {
  return (await testGpu()).device;
}

/** The same device with smaller limits. */
export function withLimits(device: GPUDevice, smaller: Readonly<Record<string, number>>): GPUDevice {
  const limits = new Proxy(device.limits, {
    get: (target, name) => smaller[String(name)] ?? Reflect.get(target, name as keyof GPUSupportedLimits),
  });
  return new Proxy(device, {
    get(target, name) {
      if (name === "limits") return limits;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** A storage buffer that holds `data`. */
export function upload(device: GPUDevice, data: ArrayBufferView<ArrayBuffer>): GPUBuffer {
  return allocate(device).constant("test input", data);
}

/** Fills a whole buffer with NaN bit patterns, so that a test sees every number that a kernel forgets to write. */
export function poison(device: GPUDevice, buffer: GPUBuffer): void {
  device.queue.writeBuffer(buffer, 0, new Uint32Array(buffer.size / 4).fill(0x7fc0dead));
}

/** Runs of a property test that compiles kernels in every run: four times as many in the slow suite. */
export const gpuRuns = (count: number) => (process.env.THREERAY_SLOW ? 4 * count : count);

/** Records, submits and waits. */
export async function run(
  device: GPUDevice,
  ...stages: readonly { encode(encoder: GPUCommandEncoder): void }[]
): Promise<void> {
  const encoder = device.createCommandEncoder();
  for (const stage of stages) stage.encode(encoder);
  device.queue.submit([encoder.finish()]);
  await device.queue.onSubmittedWorkDone();
}

export { readFloats, readWords };

/** Returns rows one after another. */
export function joined(rows: readonly ArrayLike<number>[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(rows.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const row of rows) {
    all.set(row, from);
    from += row.length;
  }
  return all;
}

/** Returns 10·log10(Σ|actual − expected|² / Σ|expected|²) in dB; NaN in `actual` gives +∞. */
export function errorDb(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) throw new RangeError(`${actual.length} values against ${expected.length}`);
  let error = 0;
  let power = 0;
  for (let i = 0; i < expected.length; i++) {
    error += (actual[i] - expected[i]) ** 2;
    power += expected[i] ** 2;
  }
  return Number.isNaN(error) ? Infinity : 10 * Math.log10(error / power);
}

/** Returns reproducible uniform numbers in [0, 1) for test inputs (mulberry32). */
export function testRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns reproducible standard normal numbers for test inputs. */
export function testNormals(seed: number, count: number): Float64Array {
  const random = testRandom(seed);
  return Float64Array.from({ length: count }, () => {
    return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  });
}
