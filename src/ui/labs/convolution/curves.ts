import type {
  ConvolutionComparison,
  ConvolutionPoint,
  MethodName,
  SweptSize,
} from "#core/convolution/experiment/comparison.ts";
import { PUBLISHED_CONVOLUTIONS, PUBLISHED_MACHINE } from "#core/convolution/experiment/published.ts";
import type { MethodCurve, MethodMark } from "../../figures/method-curves.tsx";
import { STYLES } from "./methods.ts";

/** The size on the horizontal axis of a comparison, and the axis title. */
export function axisOf({ sweep }: ConvolutionComparison): { size: SweptSize; title: string } {
  const titles = { signal: "Signal length (samples)", filter: "Filter length (taps)", batch: "Batch (signals)" };
  const size = sweep === "none" ? "filter" : sweep;
  return { size, title: titles[size] };
}

/**
 * Returns one curve per method.
 *
 * @param quantity Returns a result's value, or null if it has none.
 */
export function curvesOf<Result extends ConvolutionPoint & { method: string; wrong?: boolean }>(
  config: ConvolutionComparison,
  results: readonly Result[],
  quantity: (result: Result) => number | null,
  highlight?: string,
): MethodCurve[] {
  const { size } = axisOf(config);
  return config.methods.map((method) => ({
    ...STYLES[method],
    faded: highlight !== undefined && highlight !== method,
    points: results.flatMap((result): MethodMark[] => {
      const y = result.method === method ? quantity(result) : null;
      return y === null || !(y > 0) ? [] : [{ x: result[size], y, wrong: result.wrong }];
    }),
  }));
}

/**
 * Returns the published times of one method that are comparable: same packets, filters and transfers, and the same batch
 * unless times are per signal.
 */
export function publishedOf(
  config: ConvolutionComparison,
  method: MethodName,
  perSignal: boolean,
): NonNullable<MethodCurve["published"]> {
  const { size } = axisOf(config);
  const points = PUBLISHED_CONVOLUTIONS.flatMap((published): MethodMark[] => {
    if (published.method !== method || published.cascade !== config.cascade) return [];
    if (published.transfers !== config.transfers) return [];
    const same = (name: SweptSize) => config.sweep === name || published[name] === config[name];
    if (!same("signal") || !same("filter") || !(same("batch") || perSignal)) return [];
    return [{ x: published[size], y: perSignal ? published.ms / published.batch : published.ms }];
  });
  return { points, on: PUBLISHED_MACHINE };
}
