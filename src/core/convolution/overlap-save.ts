import overlapSave from "#shaders/convolution/overlap-save.wgsl?raw";
import { FFT_GROUP, FFT_MAX_LENGTH, PAIR_LIBRARY } from "../fft/workgroup.ts";
import { checkConvolution, type Convolution, type ConvolutionConfig, createConvolution, spanOf } from "./plan.ts";

/** Longest span of both filters: half a transform. */
export const MAX_SPAN = FFT_MAX_LENGTH / 2;

export interface OverlapSaveConfig extends ConvolutionConfig {
  /**
   * Workgroups to make, about, where there is work for more: then each takes several blocks of a signal and transforms
   * its filter once. Default 1024, enough to keep a large GPU busy. The results are the same.
   */
  parallelGroups?: number;
}

/**
 * Convolution by overlap-save with transforms of 2048 points, each signal's filters and all its blocks in one kernel.
 *
 * @throws RangeError for a size out of its range, or when the filters span more than 1024 samples.
 */
export async function createOverlapSave(device: GPUDevice, config: OverlapSaveConfig): Promise<Convolution> {
  const label = "convolution/overlap-save";
  checkConvolution(label, config);
  const span = spanOf(config);
  if (span > MAX_SPAN) throw new RangeError(`${label}: the filters must span at most ${MAX_SPAN} samples, got ${span}`);
  const { signals, outputLength, decimation, parallelGroups = 1024 } = config;
  if (!Number.isInteger(parallelGroups) || parallelGroups < 1) {
    throw new RangeError(`${label}: parallelGroups must be an integer ≥ 1, got ${parallelGroups}`);
  }
  const fold = decimation % 2 ? 1 : 2;
  const overlap = fold * Math.ceil((span - 1) / fold);
  const step = Math.floor((FFT_MAX_LENGTH - overlap) / decimation);
  const blocks = Math.ceil(outputLength / step);
  const share = fold * Math.ceil(Math.max(1, Math.floor((signals * blocks) / parallelGroups)) / fold);
  return createConvolution(device, config, {
    label,
    wgsl: [overlapSave, ...PAIR_LIBRARY],
    constants: {
      FFT_LENGTH: FFT_MAX_LENGTH,
      GROUP: FFT_GROUP,
      FOLD: fold,
      SHARE: Math.min(share, blocks),
      STEP: step,
      OVERLAP: overlap,
    },
    groups: Math.ceil(blocks / share),
  });
}
