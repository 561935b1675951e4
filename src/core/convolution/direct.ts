import direct from "#shaders/convolution/direct.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { checkConvolution, type Convolution, type ConvolutionConfig, createConvolution } from "./plan.ts";

const GROUP = 128;

/**
 * Convolution in the time domain: the simple way, to check and to compare.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createDirectConvolution(device: GPUDevice, config: ConvolutionConfig): Promise<Convolution> {
  const label = "convolution/direct";
  checkConvolution(label, config);
  const { outputLength, decimation } = config;
  return createConvolution(device, config, {
    label,
    wgsl: [direct, complex],
    constants: { GROUP, TILE: (GROUP - 1) * decimation + GROUP },
    groups: Math.ceil(outputLength / GROUP),
  });
}
