import type { RecursiveFilter } from "../filter-design/registry.ts";
import type { SampleKind } from "../flow/graph/block.ts";
import { streamArray } from "../flow/run/array-stream.ts";
import { floatsOf } from "../gpu/array-plan.ts";
import type { Gpu } from "../gpu/device.ts";
import { checkedChoice } from "../gpu/rows.ts";
import { iirBlock } from "./blocks.ts";
import { type IirName, iirs, iirsBySpeed } from "./registry.ts";

/** A recursive filter of arrays. */
export interface ArrayIirConfig {
  /** A recursive filter, for example a designed one. */
  filter: RecursiveFilter;
  /** "real" samples, or "complex" ones as pairs (re, im). A filter with complex coefficients takes complex samples. Default "real". */
  kind?: SampleKind;
  /** Default: the fastest that takes the filter. */
  method?: IirName;
}

/**
 * Filters an array of samples on the GPU by a recursive filter, from rest. Methods: prefix sums of second-order sections ("scan"),
 * partial fractions ("parallel"), blocks as matrices ("block-convolution"), or a prefix sum for one pole ("one-pole").
 *
 * @param x Samples, converted to float32.
 * @returns As many samples.
 * @throws RangeError where no method takes the filter, with each one's reason; for half a pair; DeviceLostError, OutOfMemoryError.
 *
 * @example
 * ```ts
 * import { designFilter } from "threeray/filter-design";
 * import { openGpu } from "threeray/gpu";
 * import { filterIir } from "threeray/iir";
 *
 * const filter = designFilter({ type: "butterworth", order: 2, cutoff: 0.1 });
 * if (filter.kind !== "iir") throw new Error(`a recursive filter was expected, got ${filter.kind}`);
 * const gpu = await openGpu();
 * const step = await filterIir(gpu, { filter }, new Float32Array(256).fill(1));
 * console.log(step[255].toFixed(3)); // 1.000
 * gpu.close();
 * ```
 */
export async function filterIir(
  gpu: Gpu,
  config: ArrayIirConfig,
  x: ArrayLike<number>,
): Promise<Float32Array<ArrayBuffer>> {
  const { filter, kind = "real", method } = config;
  checkedChoice("iir", "kind", kind, ["real", "complex"]);
  if (method) checkedChoice("iir", "method", method, Object.keys(iirs) as IirName[]);
  checkedChoice("iir", "the kind of the filter", filter.kind, ["iir", "complex-iir"]);
  if (filter.kind === "complex-iir" && kind === "real") {
    throw new RangeError("iir: a filter with complex coefficients takes complex samples, got real ones");
  }
  const refusals = (method ? [method] : iirsBySpeed(filter)).map((name) => [name, iirs[name].refusal(filter)] as const);
  const [best] = refusals.find(([, reason]) => reason === undefined) ?? [];
  if (!best) {
    const reasons = refusals.map(([name, reason]) => `${name} says: ${reason}`);
    throw new RangeError(`iir: no method takes this filter; ${reasons.join("; ")}`);
  }
  return streamArray(gpu, [iirBlock({ method: best, filter, kind })], floatsOf("iir: x", x, x.length));
}
