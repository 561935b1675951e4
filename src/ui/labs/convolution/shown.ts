import type { ConvolutionComparison, ConvolutionResult } from "#core/convolution/experiment/comparison.ts";
import { useConvolution } from "./store.ts";

const NO_RESULTS: readonly ConvolutionResult[] = [];

/** The comparison that is shown: its own sizes, whatever the rail says meanwhile. */
export function useShown(): { config: ConvolutionComparison; results: readonly ConvolutionResult[] } {
  const { config, comparison } = useConvolution();
  const state = comparison.step?.state;
  return { config: state?.config ?? config, results: state?.results ?? NO_RESULTS };
}
