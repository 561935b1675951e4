import { type FilterMethod, METHOD_TITLES } from "#core/filters/experiment.ts";
import { type Look, LOOKS } from "../../figures/looks.ts";
import { CROSS, HEXAGON, PENTAGON, type Shape, STAR } from "../../figures/shapes.ts";

/** The name, colour and shape of a method in every figure. */
export interface MethodStyle extends Look {
  short: string;
  name: string;
}

const style = (method: FilterMethod, short: string, { colour }: Pick<Look, "colour">, { symbol, shape }: Shape) => {
  return { short, name: METHOD_TITLES[method], colour, symbol, shape };
};

export const METHOD_STYLES: Readonly<Record<FilterMethod, MethodStyle>> = {
  "cpu-direct": style("cpu-direct", "CPU, sum", LOOKS.grey, LOOKS.grey),
  "cpu-fft": style("cpu-fft", "CPU, FFT", LOOKS.pink, LOOKS.pink),
  "cpu-sections": style("cpu-sections", "CPU, loop", LOOKS.grey, CROSS),
  direct: style("direct", "Sum", LOOKS.orange, LOOKS.orange),
  "overlap-save": style("overlap-save", "Overlap-save", LOOKS.blue, LOOKS.blue),
  "overlap-add": style("overlap-add", "Overlap-add", LOOKS.green, LOOKS.green),
  "one-pole": style("one-pole", "One pole", LOOKS.amber, STAR),
  scan: style("scan", "Scan", LOOKS.blue, PENTAGON),
  parallel: style("parallel", "Partial fractions", LOOKS.green, HEXAGON),
  "block-convolution": style("block-convolution", "Blocks by FFT", LOOKS.pink, LOOKS.amber),
};
