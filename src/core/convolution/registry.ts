import { directFlops, leastBytes, overlapSaveFlops } from "./cost.ts";
import { createDirectConvolution } from "./direct.ts";
import { createDirectGlobal } from "./direct-global.ts";
import { createOverlapAdd } from "./overlap-add.ts";
import { createOverlapSave, MAX_SPAN } from "./overlap-save.ts";
import { type Convolution, type ConvolutionConfig, type ConvolutionSizes, spanOf } from "./plan.ts";

export type ConvolutionName = "direct-global" | "direct" | "overlap-save" | "overlap-add";

export interface ConvolutionMethod {
  title: string;
  where: "gpu";
  create(device: GPUDevice, config: ConvolutionConfig): Promise<Convolution>;
  /** Floating-point operations of one run: 6 a complex product, 2 a sum, 5·N·log2(N) a transform of N points. */
  flops(sizes: ConvolutionSizes): number;
  /** Bytes of global memory that one run reads and writes. */
  bytes(sizes: ConvolutionSizes): number;
  /** Why the method does not take these sizes; `undefined` where it does. */
  refusal(sizes: ConvolutionSizes): string | undefined;
}

const any = () => undefined;
const shortFilters = (sizes: ConvolutionSizes) =>
  spanOf(sizes) > MAX_SPAN ? `filters may span ${MAX_SPAN} samples, these span ${spanOf(sizes)}` : undefined;

/** The ways to convolve, by stem. All of them give the same outputs for the same config. */
export const convolutions: Readonly<Record<ConvolutionName, ConvolutionMethod>> = {
  "direct-global": {
    title: "Time domain, from global memory",
    where: "gpu",
    create: createDirectGlobal,
    flops: directFlops,
    bytes: leastBytes,
    refusal: any,
  },
  direct: {
    title: "Time domain, tiles in workgroup memory",
    where: "gpu",
    create: createDirectConvolution,
    flops: directFlops,
    bytes: leastBytes,
    refusal: any,
  },
  "overlap-save": {
    title: "Overlap-save in one kernel",
    where: "gpu",
    create: createOverlapSave,
    flops: overlapSaveFlops,
    bytes: leastBytes,
    refusal: shortFilters,
  },
  "overlap-add": {
    title: "Overlap-add in one kernel",
    where: "gpu",
    create: createOverlapAdd,
    flops: overlapSaveFlops,
    bytes: leastBytes,
    refusal: shortFilters,
  },
};
