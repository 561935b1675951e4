import type { SampleKind } from "../flow/graph/block.ts";
import { chainDelay } from "../flow/graph/rate.ts";
import { streamArray } from "../flow/run/array-stream.ts";
import { floatsOf } from "../gpu/array-plan.ts";
import type { Gpu } from "../gpu/device.ts";
import { checkedChoice } from "../gpu/rows.ts";
import { resamplerBlocks } from "./blocks.ts";
import { designResampler, type ResamplerSpec } from "./design.ts";

/** A change of the sample rate of arrays. */
export interface ArrayResamplerConfig extends ResamplerSpec {
  /** "real" samples, or "complex" ones as pairs (re, im). Default "real". */
  kind?: SampleKind;
}

/** Resampled samples. */
export interface ResampledArray {
  /** ⌈n·up/down⌉ samples and the delayed end. */
  samples: Float32Array<ArrayBuffer>;
  /** Delay of the output by the linear-phase filters, in output samples, possibly fractional: input sample 0 is there. */
  delay: number;
}

/**
 * Changes the sample rate of an array by up/down on the GPU, with polyphase filters in one or two stages.
 *
 * @param x Samples, converted to float32.
 * @throws RangeError when a number of the specification is out of range, or for half a pair; DeviceLostError, OutOfMemoryError.
 *
 * @example
 * ```ts
 * import { openGpu } from "threeray/gpu";
 * import { resample } from "threeray/resampling";
 *
 * const gpu = await openGpu();
 * const { samples, delay } = await resample(gpu, { up: 1, down: 2 }, new Float32Array(200).fill(1));
 * console.log(samples[60].toFixed(3), delay < 60); // 1.000 true
 * gpu.close();
 * ```
 */
export async function resampleArray(
  gpu: Gpu,
  config: ArrayResamplerConfig,
  x: ArrayLike<number>,
): Promise<ResampledArray> {
  const { kind = "real", ...spec } = config;
  checkedChoice("resampling", "kind", kind, ["real", "complex"]);
  const design = designResampler(spec);
  const blocks = resamplerBlocks(design, kind);
  const delay = chainDelay(blocks);
  const zeros = Math.ceil((delay * design.down) / design.up);
  return { samples: await streamArray(gpu, blocks, floatsOf("resampling: x", x, x.length), zeros), delay };
}
