import convolution from "#shaders/convolution/lib/convolution.wgsl?raw";
import filterLibrary from "#shaders/convolution/lib/filters.wgsl?raw";
import overlapSavePair from "#shaders/convolution/overlap-save-pair.wgsl?raw";
import { FFT_GROUP, FFT_POINTS, pairLibrary } from "../fft/workgroup.ts";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { MAX_SPAN, overlapSaveBlocks } from "./overlap-save.ts";
import { type PairPlan, pairPlan } from "./pair-plan.ts";
import { checkConvolution, type ConvolutionConfig, gridConstants, spanOf } from "./plan.ts";

/** Convolutions of the same signals with two filters each; both have the same sizes and the same second filter. */
export interface ConvolutionPairConfig extends Omit<
  ConvolutionConfig<GPUBuffer | GPUBufferBinding>,
  "filters" | "shared"
> {
  /** Complex taps of either filter, [signal][taps], from the first precursor on. */
  filters: readonly [GPUBuffer | GPUBufferBinding, GPUBuffer | GPUBufferBinding];
  /** The parts of buffers for the results of either, complex [signal][outputLength]. */
  outputs: readonly [GPUBufferBinding, GPUBufferBinding];
}

/**
 * Convolves each signal with two filters by overlap-save: both share the transforms of the signal, and their inverse transforms
 * are a pair. An even decimation is needed.
 *
 * @throws RangeError for a size out of its range, an odd decimation, or filters that span more than half a transform.
 */
export async function createOverlapSavePair(device: GPUDevice, config: ConvolutionPairConfig): Promise<PairPlan> {
  const label = "convolution/overlap-save-pair";
  const { signals, input, filters, outputs, taps, decimation } = config;
  checkConvolution(label, config);
  if (decimation % 2) throw new RangeError(`${label}: decimation must be even, got ${decimation}`);
  if (spanOf(config) > MAX_SPAN) {
    throw new RangeError(`${label}: the filters must span at most ${MAX_SPAN} samples, got ${spanOf(config)}`);
  }
  const { length, group, overlap, step, blocks } = overlapSaveBlocks(config);
  const together = (FFT_POINTS * group) / length;
  const groups = Math.min(Math.ceil((1024 * FFT_GROUP) / group / signals), Math.ceil(blocks / together));
  const secondTaps = config.cascade?.taps ?? [1];
  const kernel = await compile(device, {
    label,
    wgsl: [overlapSavePair, ...pairLibrary(device, { length, group }), convolution, filterLibrary],
    constants: {
      FFT_LENGTH: length,
      GROUP: group,
      STEP: step,
      OVERLAP: overlap,
      ...gridConstants(config),
      TAPS: taps,
      SECOND_TAPS: secondTaps.length,
      FILTER_STRIDE: taps,
    },
  });
  const memory = allocate(device);
  const resources = {
    input,
    filters: filters[0],
    others: filters[1],
    second: memory.constant("second filter", Float32Array.from(secondTaps)),
    output: outputs[0],
    otherOutput: outputs[1],
  };
  return pairPlan({ label, kernel, resources, groups: [groups, signals], memory });
}
