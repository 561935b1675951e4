import overlapSave from "#shaders/convolution/overlap-save.wgsl?raw";
import { FFT_GROUP, FFT_MAX_LENGTH, FFT_POINTS, longestWorkgroupFft, pairLibrary } from "../fft/workgroup.ts";
import { checkedInteger } from "../gpu/rows.ts";
import { workgroupSize } from "../gpu/workgroup-size.ts";
import {
  checkConvolution,
  type Convolution,
  type ConvolutionConfig,
  type ConvolutionSizes,
  createConvolution,
  spanOf,
} from "./plan.ts";

/** Longest span of both filters: half a transform of the usual length. */
export const MAX_SPAN = FFT_MAX_LENGTH / 2;

export interface OverlapSaveConfig<
  Numbers extends GPUBuffer | GPUBufferBinding = GPUBuffer,
> extends ConvolutionConfig<Numbers> {
  /**
   * Approximate largest number of workgroups. With more work each takes several blocks of a signal and transforms its filter
   * once. Default 1024 of 128 invocations, enough to keep a large GPU busy. The results are the same.
   */
  parallelGroups?: number;
  /**
   * Invocations per workgroup, a power of two. Each holds 16 points of one transform. The default is 128 for overlap-add and
   * depends on the filters for overlap-save. The results are the same.
   */
  group?: number;
}

/**
 * Returns the points of the transforms for a checked config.
 *
 * @throws RangeError if the device has no workgroups of that size, or the filters span more than half a transform.
 */
export function checkTransform(
  label: string,
  device: GPUDevice,
  config: OverlapSaveConfig<GPUBuffer | GPUBufferBinding>,
): number {
  const { group = FFT_GROUP, parallelGroups = 1 } = config;
  const most = longestWorkgroupFft(device) / FFT_POINTS;
  if (!(group >= 1 && group <= most && Number.isInteger(Math.log2(group)))) {
    throw new RangeError(`${label}: group must be a power of two from 1 to ${most}, got ${group}`);
  }
  const [span, longest] = [spanOf(config), (FFT_POINTS * group) / 2];
  if (span > longest) throw new RangeError(`${label}: the filters must span at most ${longest} samples, got ${span}`);
  checkedInteger(label, "parallelGroups", parallelGroups, 1);
  return FFT_POINTS * group;
}

/** The blocks of overlap-save. */
interface Blocks {
  /** Points per transform. */
  length: number;
  /** Invocations per workgroup, which compute 16·group/length transforms at once. */
  group: number;
  /** Points of a block per point of its inverse transform. */
  fold: number;
  /** Discarded points per block. */
  overlap: number;
  /** Outputs per block. */
  step: number;
  /** Blocks per signal. */
  blocks: number;
}

/** Returns the blocks for workgroups of `group` invocations that share one transform; by default the fastest on an H100. */
export function overlapSaveBlocks(sizes: ConvolutionSizes, group?: number): Blocks {
  const { outputLength, decimation } = sizes;
  const span = spanOf(sizes);
  const transform = group ? { length: FFT_POINTS * group, group } : transformFor(span);
  const { length } = transform;
  const fold = decimation % 2 || length < SHORTEST_FOLDED ? 1 : 2;
  // Writes are faster for blocks that start at a sector of memory, 32 bytes.
  const grain = Math.max(fold, length / 64);
  const overlap = grain * Math.ceil((span - 1) / grain);
  const step = Math.floor((length - overlap) / decimation);
  return { ...transform, fold, overlap, step, blocks: Math.ceil(outputLength / step) };
}

/** Returns the invocations per workgroup of a device for one transform of this length, or for several at once. */
function groupOn(device: GPUDevice, label: string, { length, group }: Pick<Blocks, "length" | "group">): number {
  // Points of several transforms are exchanged at once.
  return Math.max(length / FFT_POINTS, Math.min(FFT_GROUP, workgroupSize(device, label, group)));
}

/** Shortest transform whose inverse computes only every second point. */
const SHORTEST_FOLDED = 128;

/** Points of the transforms for short filters. */
const SHORT = 256;

/**
 * Chooses the transform for a span. Short filters discard little of a short transform, and 256 points take one exchange between
 * invocations instead of two. 1024 points take two exchanges like 2048, but more workgroups run at once.
 */
function transformFor(span: number): { length: number; group: number } {
  if (span <= 48) return { length: SHORT, group: 32 };
  if (span <= 256) return { length: 1024, group: 64 };
  return { length: FFT_MAX_LENGTH, group: FFT_GROUP };
}

/**
 * Convolution by overlap-save, each signal's filters and all its blocks in one kernel, with transforms of 256 to 2048 points
 * by default.
 *
 * @param config `output`: the part of a buffer for the results. Default: a new buffer.
 * @throws RangeError for a size out of its range, or if the filters span more than half a transform, 1024 samples by
 *   default.
 */
export async function createOverlapSave(
  device: GPUDevice,
  config: OverlapSaveConfig<GPUBuffer | GPUBufferBinding> & { output?: GPUBufferBinding },
): Promise<Convolution> {
  const label = "convolution/overlap-save";
  checkConvolution(label, config);
  checkTransform(label, device, config);
  const cut = overlapSaveBlocks(config, config.group);
  const { length, fold, overlap, step, blocks } = cut;
  const group = config.group ?? groupOn(device, label, cut);
  const { signals, output, parallelGroups = (1024 * FFT_GROUP) / group } = config;
  const together = (fold * FFT_POINTS * group) / length;
  const groups = Math.min(Math.ceil(parallelGroups / signals), Math.ceil(blocks / together));
  const share = together * Math.ceil(blocks / groups / together);
  // Only 1024 points and more whose inverse is no pair are faster so, by 5 % on an H200.
  const isWhole = length > SHORT && fold === 1;
  return createConvolution(device, config, {
    label,
    wgsl: [overlapSave, ...pairLibrary(device, { length, group, isWhole })],
    constants: { FFT_LENGTH: length, GROUP: group, FOLD: fold, STEP: step, OVERLAP: overlap },
    groups: Math.ceil(blocks / share),
    output,
  });
}
