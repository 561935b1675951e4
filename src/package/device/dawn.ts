import { optionalPackage } from "./optional-package.ts";

/** Dawn crashes when the object that create() returns is collected, so the process keeps it for ever. */
const host = globalThis as typeof globalThis & { threerayDawn?: GPU };

/** The package `webgpu`: Dawn, the WebGPU of Chrome. */
export interface DawnModule {
  create(flags: string[]): GPU;
  globals: object;
}

/**
 * Returns Dawn's WebGPU for this process, and defines the constants of WebGPU, e.g. GPUBufferUsage.
 *
 * @param load Returns the package `webgpu`.
 */
export async function dawnApi(
  load: () => Promise<DawnModule> = () => optionalPackage("webgpu", "Threeray on a GPU under Node.js"),
): Promise<GPU> {
  if (!host.threerayDawn) {
    const { create, globals } = await load();
    Object.assign(globalThis, globals);
    // Unquantized timestamps are safe here: this process times only its own work. Zeroing workgroup storage in a loop
    // compiles a hundred times faster on SwiftShader than the Vulkan extension.
    const off = "disable-dawn-features=timestamp_quantization,use_vulkan_zero_initialize_workgroup_memory_extension";
    host.threerayDawn = create([off]);
  }
  return host.threerayDawn;
}
