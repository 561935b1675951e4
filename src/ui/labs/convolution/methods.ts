import { METHOD_TITLES, type MethodName } from "#core/convolution/experiment/comparison.ts";
import { KERNEL_TITLES, type KernelName } from "#core/convolution/experiment/workgroups.ts";
import { ALGORITHMS, type AlgorithmStyle } from "../../figures/algorithms.ts";

/** A method's name, colour and shape, the same in every figure. */
export type MethodStyle = Pick<AlgorithmStyle, "short" | "name" | "colour" | "symbol" | "shape">;

const style = (method: MethodName, short: string, { colour, symbol, shape }: AlgorithmStyle): MethodStyle => {
  return { short, name: METHOD_TITLES[method], colour, symbol, shape };
};

export const STYLES: Readonly<Record<MethodName, MethodStyle>> = {
  "cpu-direct": style("cpu-direct", "CPU", ALGORITHMS.none),
  "cpu-fft": style("cpu-fft", "CPU, FFT", ALGORITHMS.fde2),
  "direct-global": style("direct-global", "Global", ALGORITHMS.zf),
  direct: style("direct", "Tiled", ALGORITHMS.fde1),
  // The colour of the CPU's FFT with another shape.
  transform: {
    ...style("transform", "One FFT", ALGORITHMS.fde2),
    symbol: "hexagon",
    shape: "M-4.5 0L-2.3 -3.9H2.3L4.5 0L2.3 3.9H-2.3Z",
  },
  "overlap-save": style("overlap-save", "Overlap-save", ALGORITHMS.mmse),
  "overlap-add": style("overlap-add", "Overlap-add", ALGORITHMS.cma),
};

/** The style of a kernel that is not a method: a combination of colour and shape that no other has. */
const kernel = (
  name: KernelName,
  short: string,
  { colour }: Pick<AlgorithmStyle, "colour">,
  { symbol, shape }: Pick<AlgorithmStyle, "symbol" | "shape">,
): MethodStyle => {
  return { short, name: KERNEL_TITLES[name], colour, symbol, shape };
};

/** The kernels of the workgroup sweep. */
export const KERNEL_STYLES: Readonly<Record<KernelName, MethodStyle>> = {
  copy: kernel("copy", "Copy", ALGORITHMS.none, ALGORITHMS.none),
  "direct-global": STYLES["direct-global"],
  direct: STYLES.direct,
  "overlap-save": STYLES["overlap-save"],
  "overlap-add": STYLES["overlap-add"],
  workgroup: kernel("workgroup", "FFT 256", ALGORITHMS.fde2, ALGORITHMS.fde2),
  mixed: kernel("mixed", "FFT 60", ALGORITHMS.fde2, STYLES.transform),
  product: kernel("product", "Product", ALGORITHMS.mmse, ALGORITHMS.none),
  chirp: kernel("chirp", "Chirp", ALGORITHMS.cma, ALGORITHMS.fde1),
  slice: kernel("slice", "Slice", ALGORITHMS.none, ALGORITHMS.zf),
  composite: kernel("composite", "Composite", ALGORITHMS.zf, ALGORITHMS.fde2),
};
