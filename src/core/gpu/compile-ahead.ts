import { compile, type KernelSource } from "./kernel.ts";

/**
 * Compiles, all at the same time, the kernels that `build` would compile one after the other: a plan waits for its own
 * kernel before the next plan is made. To find them, `build` runs first on a stand-in that has the device's limits and
 * does nothing; then its kernels are there when it runs on the device.
 *
 * @param build Makes plans on the device it is given, and neither submits work nor reads anything back.
 */
export async function compileAhead(device: GPUDevice, build: (device: GPUDevice) => Promise<unknown>): Promise<void> {
  const sources: KernelSource[] = [];
  await build(standIn(device, sources));
  await Promise.all(sources.map((source) => compile(device, source)));
}

/** A device whose buffers, bindings and pipelines are empty, and which notes what it is asked to compile. */
function standIn({ limits, features }: GPUDevice, sources: KernelSource[]): GPUDevice {
  const device = {
    limits,
    features,
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
      beginComputePass: () => ({ setPipeline() {}, setBindGroup() {}, dispatchWorkgroups() {}, end() {} }),
      clearBuffer() {},
      copyBufferToBuffer() {},
      finish() {},
    }),
    createShaderModule: ({ code }: GPUShaderModuleDescriptor) => ({ code }),
    async createComputePipelineAsync({ label = "", compute }: GPUComputePipelineDescriptor) {
      const { code } = compute.module as unknown as GPUShaderModuleDescriptor;
      sources.push({ label, wgsl: [code], constants: compute.constants as KernelSource["constants"] });
      return { getBindGroupLayout: () => ({}) };
    },
  };
  return device as unknown as GPUDevice;
}
