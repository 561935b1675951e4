import { toError } from "./errors.ts";
import { pausePolling } from "./polling.ts";
import { keepStorageSmall } from "./small-storage.ts";
import { setWorkgroupSizes, type WorkgroupSizes } from "./workgroup-size.ts";

/** The adapter, shown beside every timing. */
export interface AdapterDescription {
  /** One line for a person, e.g. "NVIDIA H100, WebGPU". */
  name: string;
  vendor: string;
  architecture: string;
  /** The model, where the browser or the driver names it. */
  device?: string;
  /** The driver with its version, where it is named. */
  driver?: string;
  /**
   * True for a CPU that emulates a GPU (SwiftShader, llvmpipe, WARP): its results are correct, its timings say nothing
   * about a GPU.
   */
  software: boolean;
}

/** An open device. */
export interface Gpu {
  device: GPUDevice;
  adapter: AdapterDescription;
  /** True when the device can time single dispatches on the GPU's own clock. */
  timestamps: boolean;
  /** Resolves when the device is lost; `reason` is "destroyed" after `close()`. */
  lost: Promise<GPUDeviceLostInfo>;
  close(): void;
}

/** How a device is opened. */
export interface OpenOptions {
  /** "adapter" requests all of the hardware's limits; "default" stays within the limits of every WebGPU device. */
  limits?: "adapter" | "default";
  /** Returns the workgroup sizes that were measured on an adapter, for example by the command `tune`. Default: the usual ones. */
  sizesOf?(adapter: AdapterDescription): WorkgroupSizes;
  /** On a software adapter, plans take less workgroup storage: a browser's SwiftShader takes seconds to compile kernels with much of it. */
  smallStorage?: boolean;
  /** Called with each error that no scope caught. Without it, only the browser's console shows them. */
  onError?: (error: Error) => void;
}

/**
 * Why there is no device, and the step at which opening it failed.
 *
 * @example
 * ```ts
 * import { GpuUnavailableError, openGpu } from "threeray/gpu";
 *
 * try {
 *   (await openGpu()).close();
 *   console.log("open"); // open
 * } catch (error) {
 *   if (!(error instanceof GpuUnavailableError)) throw error;
 *   console.log(error.missing === "adapter" ? "This computer offers no GPU." : error.message);
 * }
 * ```
 */
export class GpuUnavailableError extends Error {
  override readonly name = "GpuUnavailableError";
  constructor(
    readonly missing: "api" | "adapter" | "device",
    message: string,
  ) {
    super(message);
  }
}

const SOFTWARE = /swiftshader|llvmpipe|lavapipe|software|basic render|warp/i;

export function describeAdapter(info: GPUAdapterInfo): AdapterDescription {
  const words = [info.vendor, info.architecture, info.device, info.description].join(" ");
  const software = SOFTWARE.test(words) || info.isFallbackAdapter === true;
  const title = info.description || [info.vendor, info.architecture].filter(Boolean).join(" ") || "unnamed adapter";
  const named = { ...(info.device && { device: info.device }), ...(info.description && { driver: info.description }) };
  return { name: `${title}, WebGPU`, vendor: info.vendor, architecture: info.architecture, ...named, software };
}

/** The adapter's own limits, as a request. */
function limitsOf(adapter: GPUAdapter): Record<string, number> {
  const limits: Record<string, number> = {};
  for (const key in adapter.limits) {
    const value = adapter.limits[key as keyof GPUSupportedLimits];
    if (typeof value === "number") limits[key] = value;
  }
  // With finer alignments, an offset that is valid on one machine would be invalid on another.
  delete limits.minUniformBufferOffsetAlignment;
  delete limits.minStorageBufferOffsetAlignment;
  return limits;
}

/**
 * Opens a device with all of the adapter's limits, or within WebGPU's default limits. A device without WebGPU's core features is opened in
 * its compatibility mode.
 *
 * @throws GpuUnavailableError with the step that failed: "api" (no WebGPU), "adapter" (none offered), "device"
 * (refused).
 */
export async function openGpu(
  api: GPU | undefined,
  { limits = "adapter", sizesOf, smallStorage, onError }: OpenOptions = {},
): Promise<Gpu> {
  if (!api) {
    throw new GpuUnavailableError("api", "WebGPU is not available here: navigator.gpu is missing.");
  }
  const powerPreference = "high-performance";
  // A phone with OpenGL ES 3.1 only offers the compatibility mode: smaller workgroups, which all kernels accept.
  const adapter =
    (await api.requestAdapter({ powerPreference })) ??
    (await api.requestAdapter({ powerPreference, featureLevel: "compatibility" }));
  if (!adapter) {
    throw new GpuUnavailableError("adapter", "WebGPU is present, but it offers no adapter: no usable GPU driver.");
  }
  // The first browsers with WebGPU lack it, although the type declarations have it.
  if (!(adapter.info as GPUAdapterInfo | undefined)) {
    throw new GpuUnavailableError("api", "The browser's WebGPU is from before July 2024: GPUAdapter.info is missing.");
  }
  const timestamps = adapter.features.has("timestamp-query");
  let device: GPUDevice;
  try {
    device = await adapter.requestDevice({
      label: "threeray",
      requiredFeatures: timestamps ? ["timestamp-query"] : [],
      requiredLimits: limits === "adapter" ? limitsOf(adapter) : {},
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GpuUnavailableError("device", `The adapter refused to open a device: ${reason}`);
  }
  if (onError) {
    device.addEventListener("uncapturederror", (event) => {
      onError(toError(event.error));
    });
  }
  const description = describeAdapter(adapter.info);
  // A software GPU needs the core.
  if (description.software) pausePolling();
  if (description.software && smallStorage) keepStorageSmall(device);
  if (sizesOf) setWorkgroupSizes(device, sizesOf(description));
  return {
    device,
    adapter: description,
    timestamps,
    lost: device.lost,
    close: () => device.destroy(),
  };
}
