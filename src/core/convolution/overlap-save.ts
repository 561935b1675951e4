import overlapSave from "#shaders/convolution/overlap-save.wgsl?raw";
import { FFT_GROUP, FFT_MAX_LENGTH, FFT_POINTS, longestWorkgroupFft, pairLibrary } from "../fft/workgroup.ts";
import { checkConvolution, type Convolution, type ConvolutionConfig, createConvolution, spanOf } from "./plan.ts";

/** Longest span of both filters: half a transform of the usual length. */
export const MAX_SPAN = FFT_MAX_LENGTH / 2;

export interface OverlapSaveConfig extends ConvolutionConfig {
  /**
   * Workgroups to make, about, where there is work for more: then each takes several blocks of a signal and transforms
   * its filter once. Default 1024, enough to keep a large GPU busy. The results are the same.
   */
  parallelGroups?: number;
  /** Invocations per workgroup, a power of two: each holds 16 points of a transform. Default 128. The results are the same. */
  group?: number;
}

/**
 * Points of the transforms for a checked config.
 *
 * @throws RangeError when the device has no workgroups of that size, or the filters span more than half a transform.
 */
export function checkTransform(label: string, device: GPUDevice, config: OverlapSaveConfig): number {
  const { group = FFT_GROUP, parallelGroups = 1 } = config;
  const most = longestWorkgroupFft(device) / FFT_POINTS;
  if (!(group >= 1 && group <= most && Number.isInteger(Math.log2(group)))) {
    throw new RangeError(`${label}: group must be a power of two from 1 to ${most}, got ${group}`);
  }
  const [span, longest] = [spanOf(config), (FFT_POINTS * group) / 2];
  if (span > longest) throw new RangeError(`${label}: the filters must span at most ${longest} samples, got ${span}`);
  if (!Number.isInteger(parallelGroups) || parallelGroups < 1) {
    throw new RangeError(`${label}: parallelGroups must be an integer ≥ 1, got ${parallelGroups}`);
  }
  return FFT_POINTS * group;
}

/**
 * Convolution by overlap-save, by default with transforms of 2048 points, each signal's filters and all its blocks in one
 * kernel.
 *
 * @throws RangeError for a size out of its range, or when the filters span more than half a transform.
 */
export async function createOverlapSave(device: GPUDevice, config: OverlapSaveConfig): Promise<Convolution> {
  const label = "convolution/overlap-save";
  checkConvolution(label, config);
  const span = spanOf(config);
  const length = checkTransform(label, device, config);
  const { signals, outputLength, decimation, parallelGroups = 1024, group = FFT_GROUP } = config;
  const fold = decimation % 2 ? 1 : 2;
  const overlap = fold * Math.ceil((span - 1) / fold);
  const step = Math.floor((length - overlap) / decimation);
  const blocks = Math.ceil(outputLength / step);
  const share = fold * Math.ceil(Math.max(1, Math.floor((signals * blocks) / parallelGroups)) / fold);
  return createConvolution(device, config, {
    label,
    wgsl: [overlapSave, ...pairLibrary(group)],
    constants: {
      FFT_LENGTH: length,
      GROUP: group,
      FOLD: fold,
      SHARE: Math.min(share, blocks),
      STEP: step,
      OVERLAP: overlap,
    },
    groups: Math.ceil(blocks / share),
  });
}
