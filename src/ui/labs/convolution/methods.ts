import { CONVOLUTION_TITLES, type MethodName } from "#core/convolution/experiment/comparison.ts";
import { KERNEL_TITLES, type KernelName } from "#core/convolution/experiment/workgroups.ts";
import { type Look, LOOKS } from "../../figures/looks.ts";
import { HEXAGON, type Shape } from "../../figures/shapes.ts";

/** A method's name, colour and shape, the same in every figure. */
export interface MethodStyle extends Look {
  short: string;
  name: string;
}

const style = (method: MethodName, short: string, { colour, symbol, shape }: Look): MethodStyle => {
  return { short, name: CONVOLUTION_TITLES[method], colour, symbol, shape };
};

export const STYLES: Readonly<Record<MethodName, MethodStyle>> = {
  "cpu-direct": style("cpu-direct", "CPU", LOOKS.grey),
  "cpu-fft": style("cpu-fft", "CPU, FFT", { ...LOOKS.pink, colour: "--yellow" }),
  "direct-global": style("direct-global", "Global", LOOKS.amber),
  direct: style("direct", "Tiled", LOOKS.orange),
  transform: {
    ...style("transform", "One FFT", LOOKS.pink),
    ...HEXAGON,
  },
  "overlap-save": style("overlap-save", "Overlap-save", LOOKS.blue),
  "overlap-add": style("overlap-add", "Overlap-add", LOOKS.green),
};

/** The style of a kernel that is not a method: a combination of colour and shape that no other has. */
const kernel = (
  name: KernelName,
  short: string,
  { colour }: Pick<Look, "colour">,
  { symbol, shape }: Shape,
): MethodStyle => {
  return { short, name: KERNEL_TITLES[name], colour, symbol, shape };
};

/** The kernels of the workgroup sweep. */
export const KERNEL_STYLES: Readonly<Record<KernelName, MethodStyle>> = {
  copy: kernel("copy", "Copy", LOOKS.grey, LOOKS.grey),
  "direct-global": STYLES["direct-global"],
  direct: STYLES.direct,
  "overlap-save": STYLES["overlap-save"],
  "overlap-add": STYLES["overlap-add"],
  workgroup: kernel("workgroup", "FFT 256", LOOKS.pink, LOOKS.pink),
  mixed: kernel("mixed", "FFT 60", LOOKS.pink, STYLES.transform),
  product: kernel("product", "Product", LOOKS.blue, LOOKS.grey),
  chirp: kernel("chirp", "Chirp", LOOKS.green, LOOKS.orange),
  slice: kernel("slice", "Slice", LOOKS.grey, LOOKS.amber),
  composite: kernel("composite", "Composite", LOOKS.amber, LOOKS.pink),
};
