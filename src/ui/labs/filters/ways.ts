import { type Way, WAY_TITLES } from "#core/filters/experiment.ts";
import { ALGORITHMS, type AlgorithmStyle } from "../../figures/algorithms.ts";
import { CROSS, HEXAGON, PENTAGON, type Shape, STAR } from "../../figures/shapes.ts";

/** The name, colour and shape of a method in every figure. */
export interface WayStyle extends Shape {
  short: string;
  name: string;
  colour: AlgorithmStyle["colour"];
}

const style = (way: Way, short: string, { colour }: Pick<AlgorithmStyle, "colour">, { symbol, shape }: Shape) => {
  return { short, name: WAY_TITLES[way], colour, symbol, shape };
};

export const WAY_STYLES: Readonly<Record<Way, WayStyle>> = {
  "cpu-direct": style("cpu-direct", "CPU, sum", ALGORITHMS.none, ALGORITHMS.none),
  "cpu-fft": style("cpu-fft", "CPU, FFT", ALGORITHMS.fde2, ALGORITHMS.fde2),
  "cpu-sections": style("cpu-sections", "CPU, loop", ALGORITHMS.none, CROSS),
  direct: style("direct", "Sum", ALGORITHMS.fde1, ALGORITHMS.fde1),
  "overlap-save": style("overlap-save", "Overlap-save", ALGORITHMS.mmse, ALGORITHMS.mmse),
  "overlap-add": style("overlap-add", "Overlap-add", ALGORITHMS.cma, ALGORITHMS.cma),
  "one-pole": style("one-pole", "One pole", ALGORITHMS.zf, STAR),
  scan: style("scan", "Scan", ALGORITHMS.mmse, PENTAGON),
  parallel: style("parallel", "Partial fractions", ALGORITHMS.cma, HEXAGON),
  "block-convolution": style("block-convolution", "Blocks by FFT", ALGORITHMS.fde2, ALGORITHMS.zf),
};
