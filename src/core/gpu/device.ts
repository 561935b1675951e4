import { toError } from "./errors.ts";
import { pausePolling } from "./polling.ts";

/** Who computes: shown beside every timing. */
export interface AdapterDescription {
  /** One line for a person, e.g. "NVIDIA H100, WebGPU". */
  name: string;
  vendor: string;
  architecture: string;
  /** True for a CPU that stands in for a GPU (SwiftShader, llvmpipe, WARP): right results, meaningless timings. */
  software: boolean;
}

export interface Gpu {
  device: GPUDevice;
  adapter: AdapterDescription;
  /** True when the device can time single dispatches on the GPU's own clock. */
  timestamps: boolean;
  /** Resolves when the device is lost; `reason` is "destroyed" after `close()`. */
  lost: Promise<GPUDeviceLostInfo>;
  close(): void;
}

export interface OpenOptions {
  /** "adapter" asks for all that the hardware has; "default" stays within the limits that every WebGPU device has. */
  limits?: "adapter" | "default";
  /** Called with each error that no scope caught. Without it they are thrown away by the browser's console only. */
  onError?: (error: Error) => void;
}

/** Why there is no device, and on which rung of the ladder it failed. */
export class GpuUnavailableError extends Error {
  override readonly name = "GpuUnavailableError";
  constructor(
    readonly rung: "api" | "adapter" | "device",
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
  return { name: `${title}, WebGPU`, vendor: info.vendor, architecture: info.architecture, software };
}

/** The adapter's own limits, as a request. */
function limitsOf(adapter: GPUAdapter): Record<string, number> {
  const limits: Record<string, number> = {};
  for (const key in adapter.limits) {
    const value = adapter.limits[key as keyof GPUSupportedLimits];
    if (typeof value === "number") limits[key] = value;
  }
  // Asking for the finer alignments would make the offsets of one machine invalid on another.
  delete limits.minUniformBufferOffsetAlignment;
  delete limits.minStorageBufferOffsetAlignment;
  return limits;
}

/**
 * Opens a device: the whole of what the adapter has, unless told to stay within WebGPU's default limits.
 *
 * @throws GpuUnavailableError with the rung that broke: "api" (no WebGPU here), "adapter" (none offered), "device" (refused).
 */
export async function openGpu(api: GPU | undefined, { limits = "adapter", onError }: OpenOptions = {}): Promise<Gpu> {
  if (!api) {
    throw new GpuUnavailableError("api", "WebGPU is not available here: navigator.gpu is missing.");
  }
  const adapter = await api.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) {
    throw new GpuUnavailableError("adapter", "WebGPU is present, but it offers no adapter: no usable GPU driver.");
  }
  // Absent in the browsers that had WebGPU first, whatever the types say.
  if (!(adapter.info as GPUAdapterInfo | undefined)) {
    throw new GpuUnavailableError(
      "api",
      "WebGPU is present, but as it was before July 2024: GPUAdapter.info is missing.",
    );
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
  if (description.software) pausePolling();
  return {
    device,
    adapter: description,
    timestamps,
    lost: device.lost,
    close: () => device.destroy(),
  };
}
