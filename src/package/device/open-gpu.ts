import { type Gpu, openGpu as openDevice, type OpenOptions } from "../../core/gpu/device.ts";
import { createGpuHost, type GpuHost } from "../../core/gpu/host.ts";
import { dawnApi } from "./dawn.ts";

/** WebGPU of this page or worker, or Dawn under Node.js. */
async function webGpu(): Promise<GPU | undefined> {
  const { gpu } = (globalThis as { navigator?: { gpu?: GPU } }).navigator ?? {};
  const isNode =
    typeof (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node === "string";
  return gpu ?? (isNode ? dawnApi() : undefined);
}

/**
 * Opens a GPU: `navigator.gpu` in a page or a worker, and Dawn under Node.js, which is the optional package `webgpu`. Without
 * options it has all of the adapter's limits. Close it with `close()`.
 *
 * @throws MissingPackageError under Node.js without the package `webgpu`, with the command that installs it; GpuUnavailableError with
 *   the step that failed: "api" (no WebGPU), "adapter" (none offered), "device" (refused).
 *
 * @example
 * ```ts
 * import { openGpu } from "threeray/gpu";
 *
 * const gpu = await openGpu();
 * console.log(gpu.device.limits.maxStorageBufferBindingSize >= 2 ** 27); // true
 * gpu.close();
 * ```
 */
export async function openGpu(options?: OpenOptions): Promise<Gpu> {
  return openDevice(await webGpu(), options);
}

/**
 * Returns a holder of one device that opens another one when the device is lost: sweeps take it, and continue after a loss.
 *
 * @throws MissingPackageError as {@link openGpu} does. Its `get()` throws GpuUnavailableError.
 *
 * @example
 * ```ts
 * import { openGpuHost } from "threeray/gpu";
 *
 * const host = await openGpuHost();
 * console.log((await host.get()) === (await host.get())); // true
 * host.close();
 * ```
 */
export async function openGpuHost(options?: OpenOptions): Promise<GpuHost> {
  return createGpuHost(await webGpu(), options);
}
