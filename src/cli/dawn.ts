import { createRequire } from "node:module";
import { type Gpu, openGpu } from "../core/gpu/device.ts";
import { DeviceLostError } from "../core/gpu/errors.ts";
import { type GpuHost, createGpuHost, isLost } from "../core/gpu/host.ts";

/** Dawn dies when the object that create() returns is collected: it lives as long as the process. */
const host = globalThis as typeof globalThis & { threerayDawn?: GPU };

/** The package `webgpu`, or the bare `dawn.node` beside this bundle on a machine that has nothing else. */
async function loadDawn(): Promise<{ create(flags: string[]): GPU; globals: object }> {
  try {
    return await import("webgpu");
  } catch {
    return createRequire(import.meta.url)("./dawn.node");
  }
}

async function api(): Promise<GPU> {
  if (!host.threerayDawn) {
    const { create, globals } = await loadDawn();
    Object.assign(globalThis, globals);
    // Fine timestamps, since this process times only its own work; and workgroup storage zeroed by a loop, which
    // SwiftShader compiles a hundred times faster than its own way.
    const off = "disable-dawn-features=timestamp_quantization,use_vulkan_zero_initialize_workgroup_memory_extension";
    host.threerayDawn = create([off]);
  }
  return host.threerayDawn;
}

function report(error: Error): void {
  process.stderr.write(`GPU error: ${error.message}\n`);
  process.exitCode = 1;
}

export async function openDawn(limits: "adapter" | "default" = "adapter"): Promise<Gpu> {
  return openGpu(await api(), { limits, onError: report });
}

export async function dawnHost(limits: "adapter" | "default" = "adapter"): Promise<GpuHost> {
  return createGpuHost(await api(), { limits, onError: report });
}

/** Devices that may be lost before work is given up. */
const MOST_LOST = 5;

/**
 * Does work on the device; when that is lost, all of it on another, and says so. Streams keep state on their device, so what they
 * write is written anew too.
 */
export async function fromTheBeginning<T>(host: Pick<GpuHost, "get">, work: (gpu: Gpu) => Promise<T>): Promise<T> {
  for (let lost = 0; ; lost++) {
    const gpu = await host.get();
    try {
      return await work(gpu);
    } catch (error) {
      if (lost === MOST_LOST || !(error instanceof DeviceLostError || (await isLost(gpu)))) throw error;
      process.stderr.write("The GPU was lost: the work begins anew, and what was written is written again.\n");
    }
  }
}
