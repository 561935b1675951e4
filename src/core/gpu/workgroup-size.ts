/** Invocations per workgroup by the kernel's label, e.g. "fir/direct". Kernels without an entry have their usual size. */
export type WorkgroupSizes = Readonly<Record<string, number>>;

const chosen = new WeakMap<object, WorkgroupSizes>();

/**
 * Sets the workgroup sizes of plans that are created on a device from now on. Results do not change, only times. A size that the
 * device or a plan does not allow has no effect.
 */
export function setWorkgroupSizes(device: object, sizes: WorkgroupSizes): void {
  chosen.set(device, sizes);
}

/** Returns the sizes that were set on a device; none at first. */
export function workgroupSizes(device: object): WorkgroupSizes {
  return chosen.get(device) ?? {};
}

/**
 * Returns the size that was set for a kernel on a device; `usual` where there is none, or the device does not allow it; or the largest that the
 * device allows.
 */
export function workgroupSize(device: Pick<GPUDevice, "limits">, kernel: string, usual: number): number {
  const { maxComputeInvocationsPerWorkgroup: most } = device.limits;
  const size = workgroupSizes(device)[kernel];
  return size !== undefined && size <= most ? size : Math.min(usual, most);
}
