import { METHOD_TITLES, type MethodName } from "#core/experiments/convolution.ts";
import type { WorkgroupKernel } from "#core/experiments/workgroups.ts";
import { ALGORITHMS, type AlgorithmStyle } from "../../plots/algorithms.ts";

/** How a method looks and is called: one colour and one shape, in every figure. */
export type MethodStyle = Pick<AlgorithmStyle, "short" | "name" | "colour" | "symbol" | "shape">;

const style = (method: MethodName, short: string, { colour, symbol, shape }: AlgorithmStyle): MethodStyle => {
  return { short, name: METHOD_TITLES[method], colour, symbol, shape };
};

export const STYLES: Readonly<Record<MethodName, MethodStyle>> = {
  "cpu-direct": style("cpu-direct", "CPU", ALGORITHMS.none),
  "cpu-fft": style("cpu-fft", "CPU, FFT", ALGORITHMS.fde2),
  "direct-global": style("direct-global", "Global", ALGORITHMS.zf),
  direct: style("direct", "Tiled", ALGORITHMS.fde1),
  // The CPU's FFT in the GPU's shape.
  transform: {
    ...style("transform", "One FFT", ALGORITHMS.fde2),
    symbol: "hexagon",
    shape: "M-4.5 0L-2.3 -3.9H2.3L4.5 0L2.3 3.9H-2.3Z",
  },
  "overlap-save": style("overlap-save", "Overlap-save", ALGORITHMS.mmse),
  "overlap-add": style("overlap-add", "Overlap-add", ALGORITHMS.cma),
};

/** The kernels of the workgroup sweep. */
export const KERNEL_STYLES: Readonly<Record<WorkgroupKernel, MethodStyle>> = {
  "direct-global": STYLES["direct-global"],
  direct: STYLES.direct,
  copy: { ...STYLES["overlap-add"], short: "Copy", name: "Copying the samples" },
};
