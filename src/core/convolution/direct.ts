import direct from "#shaders/convolution/direct.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { checkConvolution, type Convolution, createConvolution, DIRECT_GROUP, type DirectConfig } from "./plan.ts";

/**
 * Convolution in the time domain: the simple way, to check and to compare.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createDirectConvolution(device: GPUDevice, config: DirectConfig): Promise<Convolution> {
  const label = "convolution/direct";
  checkConvolution(label, config);
  const { outputLength, decimation, group = DIRECT_GROUP } = config;
  return createConvolution(device, config, {
    label,
    wgsl: [direct, complex],
    constants: { GROUP: group, TILE: (group - 1) * decimation + group },
    groups: Math.ceil(outputLength / group),
  });
}
