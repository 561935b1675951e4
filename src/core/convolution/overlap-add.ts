import overlapAdd from "#shaders/convolution/overlap-add.wgsl?raw";
import { FFT_GROUP, FFT_POINTS, pairLibrary } from "../fft/workgroup.ts";
import { checkTransform, type OverlapSaveConfig } from "./overlap-save.ts";
import { checkConvolution, type Convolution, type ConvolutionSizes, createConvolution, spanOf } from "./plan.ts";

/** Returns the samples of x per block: the largest multiple of `group` that leaves room for the tail. */
export function overlapAddBlock(sizes: ConvolutionSizes, group = FFT_GROUP): number {
  return Math.floor((FFT_POINTS * group - spanOf(sizes) + 1) / group) * group;
}

/**
 * Convolution by overlap-add in one kernel, by default with transforms of 2048 points. It takes the same sizes as overlap-save.
 *
 * @throws RangeError for a size out of its range, or if the filters span more than half a transform.
 */
export async function createOverlapAdd(device: GPUDevice, config: OverlapSaveConfig): Promise<Convolution> {
  const label = "convolution/overlap-add";
  checkConvolution(label, config);
  const length = checkTransform(label, device, config);
  const { signals, outputLength, decimation, parallelGroups = 1024, group = FFT_GROUP } = config;
  const block = overlapAddBlock(config, group);
  const blocks = Math.ceil(((outputLength - 1) * decimation + 1) / block);
  const share = Math.min(blocks, Math.max(1, Math.floor((signals * blocks) / parallelGroups)));
  return createConvolution(device, config, {
    label,
    wgsl: [overlapAdd, ...pairLibrary(device, { length, group, isWhole: true })],
    constants: { FFT_LENGTH: length, GROUP: group, BLOCK: block },
    groups: Math.ceil(blocks / share),
  });
}
