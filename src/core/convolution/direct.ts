import direct from "#shaders/convolution/direct.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { workgroupSize } from "../gpu/workgroup-size.ts";
import { checkConvolution, type Convolution, createConvolution, DIRECT_GROUP, type DirectConfig } from "./plan.ts";

/** Outputs per invocation. */
const OUTPUTS = 4;

/**
 * Convolution in the time domain. It stages samples and taps in workgroup memory and uses each several times from registers.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createDirectConvolution(device: GPUDevice, config: DirectConfig): Promise<Convolution> {
  const label = "convolution/direct";
  checkConvolution(label, config);
  const { outputLength, group = workgroupSize(device, label, DIRECT_GROUP) } = config;
  return createConvolution(device, config, {
    label,
    wgsl: [direct, complex],
    constants: { GROUP: group },
    groups: Math.ceil(outputLength / (OUTPUTS * group)),
  });
}
