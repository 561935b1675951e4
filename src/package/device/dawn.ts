import { describeAdapter } from "../../core/gpu/device.ts";
import { optionalPackage } from "./optional-package.ts";

/** Dawn crashes when an object that create() returns is collected, so the process keeps them for ever. */
const host = globalThis as typeof globalThis & { threerayDawn?: GPU | Promise<GPU>; threerayUnusedDawn?: GPU };

/** The package `webgpu`: Dawn, the WebGPU of Chrome. */
export interface DawnModule {
  create(flags: string[]): GPU;
  globals: object;
}

/** Unquantized timestamps are safe here: this process times only its own work. */
const OFF = "disable-dawn-features=timestamp_quantization";
/**
 * SwiftShader compiles a hundred times faster if workgroup storage is zeroed in a loop in place of the Vulkan extension. On an H200
 * most transforms take 0 to 9 % less time with the extension (median 2 %), and 4096 points take 7 % more.
 */
const OFF_IN_SOFTWARE = `${OFF},use_vulkan_zero_initialize_workgroup_memory_extension`;

/**
 * Returns Dawn's WebGPU for this process, and defines the constants of WebGPU, e.g. GPUBufferUsage.
 *
 * @param load Returns the package `webgpu`.
 */
export function dawnApi(
  load: () => Promise<DawnModule> = () => optionalPackage("webgpu", "Threeray on a GPU under Node.js"),
): Promise<GPU> {
  host.threerayDawn ??= createDawn(load);
  return Promise.resolve(host.threerayDawn);
}

async function createDawn(load: () => Promise<DawnModule>): Promise<GPU> {
  const { create, globals } = await load();
  Object.assign(globalThis, globals);
  const api = create([OFF]);
  const adapter = await api.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter || !describeAdapter(adapter.info).software) return api;
  host.threerayUnusedDawn = api;
  return create([OFF_IN_SOFTWARE]);
}
