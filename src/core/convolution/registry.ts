import {
  directGlobalWork,
  directWork,
  overlapAddWork,
  overlapSaveWork,
  transformWork,
  type MethodCost,
} from "./cost.ts";
import { createDirectConvolution } from "./direct.ts";
import { createDirectGlobal } from "./direct-global.ts";
import { createOverlapAdd } from "./overlap-add.ts";
import { createOverlapSave, MAX_SPAN } from "./overlap-save.ts";
import { type Convolution, type ConvolutionConfig, type ConvolutionSizes, spanOf } from "./plan.ts";
import { createTransformConvolution, transformRefusal } from "./transform.ts";

/** The methods of convolution, by stem. */
export type ConvolutionName = "direct-global" | "direct" | "transform" | "overlap-save" | "overlap-add";

type Create = (device: GPUDevice, config: ConvolutionConfig) => Promise<Convolution>;
/** Returns why a method refuses some sizes, or undefined if it takes them. */
type Refusal = (sizes: ConvolutionSizes) => string | undefined;

export interface ConvolutionMethod {
  title: string;
  where: "gpu";
  create: Create;
  /** The cost of one run. */
  work(sizes: ConvolutionSizes): MethodCost;
  /** Floating-point operations of one run, and bytes of global memory that it reads and writes. */
  flops(sizes: ConvolutionSizes): number;
  bytes(sizes: ConvolutionSizes): number;
  refusal: Refusal;
}

/**
 * The convolution methods, by stem. All give the same outputs for the same config.
 *
 * @example
 * ```ts
 * import { convolutions } from "threeray/convolution";
 *
 * console.log(Object.keys(convolutions).join(", ")); // direct-global, direct, transform, overlap-save, overlap-add
 * ```
 */
export const convolutions: Readonly<Record<ConvolutionName, ConvolutionMethod>> = {
  "direct-global": onGpu("Time domain, from global memory", createDirectGlobal, directGlobalWork),
  direct: onGpu("Time domain, tiles in workgroup memory", createDirectConvolution, directWork),
  transform: onGpu("One long FFT", createTransformConvolution, transformWork, transformRefusal),
  "overlap-save": onGpu("Overlap-save in one kernel", createOverlapSave, overlapSaveWork, longFilters),
  "overlap-add": onGpu("Overlap-add in one kernel", createOverlapAdd, overlapAddWork, longFilters),
};

function onGpu(
  title: string,
  create: Create,
  work: ConvolutionMethod["work"],
  refusal: Refusal = () => undefined,
): ConvolutionMethod {
  return {
    title,
    where: "gpu",
    create,
    work,
    flops: (sizes) => work(sizes).flops,
    bytes: (sizes) => work(sizes).bytes,
    refusal,
  };
}

function longFilters(sizes: ConvolutionSizes): string | undefined {
  const span = spanOf(sizes);
  return span > MAX_SPAN ? `the filters must span at most ${MAX_SPAN} samples, got ${span}` : undefined;
}
