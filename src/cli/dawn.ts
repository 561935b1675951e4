import { createRequire } from "node:module";
import { type Gpu, openGpu } from "../core/gpu/device.ts";
import { type GpuHost, createGpuHost } from "../core/gpu/host.ts";

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
