import { decodeFields, encodeFields } from "../../configuration/address.ts";
import { labOutputs, leastOf, outputLines } from "../../lectures/lab-outputs.ts";
import { overlapSaveBlocks } from "../overlap-save.ts";
import { countConvolutions } from "./compare-convolutions.ts";
import { CONVOLUTION, type ConvolutionComparison, comparisonPoints, convolutionSizes } from "./comparison.ts";

function read(fragment: string): ConvolutionComparison {
  const others = Object.fromEntries(["kernels", "groups", "per", "slide"].map((name) => [name, () => {}]));
  const config = CONVOLUTION.parse(decodeFields(CONVOLUTION, fragment, others));
  comparisonPoints(config);
  return config;
}

/** Operations per output sample of a method, at each value of the swept size. */
function curveOf(config: ConvolutionComparison, method: string) {
  const rows = countConvolutions(config).filter((row) => row.method === method);
  const swept = config.sweep === "none" ? "filter" : config.sweep;
  return { x: rows.map((row) => row[swept]), y: rows.map(({ flops, batch, signal }) => flops / batch / signal) };
}

/** Mflop per signal of a method at the scenario's own sizes. */
const mflopOf = (config: ConvolutionComparison, method: string) => {
  const [row] = countConvolutions({ ...config, sweep: "none" }).filter((one) => one.method === method);
  return row ? row.flops / row.batch / 1e6 : Number.NaN;
};

const { number, name, curve } = outputLines<ConvolutionComparison, ConvolutionComparison>();
const methods = (config: ConvolutionComparison) => config.methods;
const pairs = ({ methods: all }: ConvolutionComparison) =>
  all.flatMap((a) => all.filter((b) => b !== a).map((b) => `${a}/${b}`));

/** What lectures ask about the Convolution lab. Counts follow from the sizes; times belong to a machine and are no outputs. */
export const outputs = labOutputs({
  read,
  usual: (config) => `convolution?${encodeFields(CONVOLUTION, config).join("&")}`,
  fields: { schema: CONVOLUTION },
  open: (_, config) => config,
  table: {
    mflop: number("Operations per signal at the scenario's sizes", "Mflop", mflopOf, methods),
    perOutput: number(
      "Operations per output sample at the scenario's sizes",
      "",
      (config, method) => (mflopOf(config, method) * 1e6) / config.signal,
      methods,
    ),
    fewest: name("Method with the fewest operations at the scenario's sizes", (config) => {
      const counted = config.methods.filter((method) => Number.isFinite(mflopOf(config, method)));
      return leastOf(counted, (method) => mflopOf(config, method));
    }),
    crossing: number(
      "Taps from which the first method needs fewer operations than the second",
      "taps",
      (config, pair) => {
        const [a, b] = pair.split("/");
        for (let filter = 1; filter <= 1024; filter++) {
          const at = { ...config, sweep: "none" as const, filter };
          if (mflopOf(at, a) < mflopOf(at, b)) return filter;
        }
        return Number.NaN;
      },
      pairs,
    ),
    outputsPerBlock: number(
      "Outputs per block of overlap-save",
      "samples",
      (config) => overlapSaveBlocks(convolutionSizes(config, config.cascade)).step,
    ),
    blockLength: number(
      "Points of a block of overlap-save",
      "",
      (config) => overlapSaveBlocks(convolutionSizes(config, config.cascade)).length,
    ),
    operations: curve("Operations per output sample over the swept size", "", curveOf, methods),
  },
});
