import overlapAdd from "#shaders/convolution/overlap-add.wgsl?raw";
import { FFT_GROUP, FFT_LIBRARY, FFT_MAX_LENGTH } from "../fft/workgroup.ts";
import { MAX_SPAN, type OverlapSaveConfig } from "./overlap-save.ts";
import { checkConvolution, type Convolution, type ConvolutionSizes, createConvolution, spanOf } from "./plan.ts";

/** Samples of x in a block: as many whole rows of FFT_GROUP as leave room for what the filters add. */
export function overlapAddBlock(sizes: ConvolutionSizes): number {
  return Math.floor((FFT_MAX_LENGTH - spanOf(sizes) + 1) / FFT_GROUP) * FFT_GROUP;
}

/**
 * Convolution by overlap-add with transforms of 2048 points, each signal's filters and all its blocks in one kernel. Takes
 * what overlap-save takes.
 *
 * @throws RangeError for a size out of its range, or when the filters span more than 1024 samples.
 */
export async function createOverlapAdd(device: GPUDevice, config: OverlapSaveConfig): Promise<Convolution> {
  const label = "convolution/overlap-add";
  checkConvolution(label, config);
  const span = spanOf(config);
  if (span > MAX_SPAN) throw new RangeError(`${label}: the filters must span at most ${MAX_SPAN} samples, got ${span}`);
  const { signals, outputLength, decimation, parallelGroups = 1024 } = config;
  if (!Number.isInteger(parallelGroups) || parallelGroups < 1) {
    throw new RangeError(`${label}: parallelGroups must be an integer ≥ 1, got ${parallelGroups}`);
  }
  const block = overlapAddBlock(config);
  const blocks = Math.ceil(((outputLength - 1) * decimation + 1) / block);
  const share = Math.min(blocks, Math.max(1, Math.floor((signals * blocks) / parallelGroups)));
  return createConvolution(device, config, {
    label,
    wgsl: [overlapAdd, ...FFT_LIBRARY],
    constants: { FFT_LENGTH: FFT_MAX_LENGTH, GROUP: FFT_GROUP, SHARE: share, BLOCK: block },
    groups: Math.ceil(blocks / share),
  });
}
