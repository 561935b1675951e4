/**
 * Devices: opening a GPU in a page, in a worker or under Node.js, and running your own WGSL kernels on it.
 *
 * @module
 */
export { openGpu, openGpuHost } from "./device/open-gpu.ts";
export { MissingPackageError } from "./device/optional-package.ts";
export { type AdapterDescription, type Gpu, GpuUnavailableError, type OpenOptions } from "../core/gpu/device.ts";
export { DeviceLostError, GpuValidationError, OutOfMemoryError } from "../core/gpu/errors.ts";
export type { GpuHost } from "../core/gpu/host.ts";
export {
  type BoundKernel,
  compile,
  type Groups,
  type GroupsInBuffer,
  type Kernel,
  type KernelSource,
  type Resource,
  type UniformStruct,
  type Values,
} from "../core/gpu/kernel.ts";
export { type Allocation, allocate } from "../core/gpu/pool.ts";
export { readBack, readFloats, readWords } from "../core/gpu/readback.ts";
export type { WorkgroupSizes } from "../core/gpu/workgroup-size.ts";
export { type Plan, sequence, type Stage, type StageTime, timeStages } from "../core/gpu/timing.ts";
