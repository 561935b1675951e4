import { compile, type KernelSource } from "./kernel.ts";
import { hasSmallStorage, keepStorageSmall } from "./small-storage.ts";
import { setWorkgroupSizes, workgroupSizes } from "./workgroup-size.ts";

/**
 * Begins to compile the kernels of `build` at the same time. `build` alone would compile them one after another, because a plan waits for its
 * own kernel before the next plan is made. To find the kernels, `build` first runs on a stand-in for the device that has its limits and does
 * nothing. A browser parses texts one after another, and a long text takes longest to compile. So a kernel whose text is the longest so far
 * begins at once, and the others begin when all are found, the longest first. A kernel that does not compile fails when `build` runs on the
 * device.
 *
 * @param build Creates plans on the given device. It neither submits work nor reads back.
 */
export async function compileAhead(device: GPUDevice, build: Build): Promise<void> {
  const begin = (source: KernelSource) => void compile(device, source).catch(() => {});
  const shorter: KernelSource[] = [];
  let longest = 0;
  const found = (source: KernelSource) => {
    if (length(source) < longest) return shorter.push(source);
    longest = length(source);
    return begin(source);
  };
  await build(standIn(device, found));
  for (const source of shorter.toSorted((a, b) => length(b) - length(a))) begin(source);
}

const length = ({ wgsl }: KernelSource) => wgsl.reduce((sum, text) => sum + text.length, 0);

type Build = (device: GPUDevice) => Promise<unknown>;

/** Returns the kernels that `build` compiles on a device with these limits. It uses nothing else of the device. */
export async function kernelsOf(
  device: Pick<GPUDevice, "limits" | "features" | "adapterInfo">,
  build: Build,
): Promise<KernelSource[]> {
  const sources: KernelSource[] = [];
  await build(standIn(device, (source) => sources.push(source)));
  return sources;
}

/** A device with empty buffers, bindings and pipelines, which tells the requested kernels. */
function standIn(real: Parameters<typeof kernelsOf>[0], tell: (source: KernelSource) => void): GPUDevice {
  const { limits, features, adapterInfo } = real;
  const device = {
    limits,
    features,
    adapterInfo,
    lost: new Promise(() => {}),
    queue: { writeBuffer() {}, submit() {} },
    pushErrorScope() {},
    popErrorScope: async () => null,
    createBuffer: ({ label, size, usage }: GPUBufferDescriptor) => ({
      label,
      size,
      usage,
      mapAsync() {},
      destroy() {},
    }),
    createBindGroup: () => ({}),
    createCommandEncoder: () => ({
      beginComputePass: () => ({
        setPipeline() {},
        setBindGroup() {},
        dispatchWorkgroups() {},
        dispatchWorkgroupsIndirect() {},
        end() {},
      }),
      clearBuffer() {},
      copyBufferToBuffer() {},
      finish() {},
    }),
    createShaderModule: ({ code }: GPUShaderModuleDescriptor) => ({ code }),
    async createComputePipelineAsync({ label = "", compute }: GPUComputePipelineDescriptor) {
      const { code } = compute.module as unknown as GPUShaderModuleDescriptor;
      tell({ label, wgsl: [code], constants: compute.constants as KernelSource["constants"] });
      return { getBindGroupLayout: () => ({}) };
    },
  };
  const copy = device as unknown as GPUDevice;
  setWorkgroupSizes(copy, workgroupSizes(real));
  if (hasSmallStorage(real)) keepStorageSmall(copy);
  return copy;
}
