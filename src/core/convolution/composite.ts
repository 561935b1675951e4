import composite from "#shaders/convolution/composite.wgsl?raw";
import filtersLibrary from "#shaders/convolution/lib/filters.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedInteger } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

export interface CompositeFiltersConfig {
  /** Number of filters c, 1 … 65535. */
  count: number;
  /** Complex taps c, [filter][taps]. */
  filters: GPUBuffer;
  /** The first filter to use. Default 0. */
  first?: number;
  taps: number;
  /** Real taps d of the second filter. Default: a single 1. */
  second?: readonly number[];
  /** Taps per row of the result, at least the span of both filters in series, which is the default. */
  length?: number;
  /** The buffer for the result. By default the plan allocates one. */
  target?: GPUBuffer;
  /** Invocations per workgroup, from 1 to the device's limit. Default 128. The results are the same. */
  group?: number;
}

export interface CompositeFilters extends Plan {
  /** Complex c ∗ d, [filter][length], padded with zeros. */
  readonly output: GPUBuffer;
}

/**
 * Combines two filters in series into one, for a batch of first filters and one second filter.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createCompositeFilters(
  device: GPUDevice,
  config: CompositeFiltersConfig,
): Promise<CompositeFilters> {
  const { count, filters, first = 0, taps, second: secondTaps = [1] } = config;
  const label = "convolution/composite";
  checkedInteger(label, "count", count, 1, 65535);
  checkedInteger(label, "first", first, 0);
  checkedInteger(label, "taps", taps, 1);
  if (secondTaps.length === 0) throw new RangeError(`${label}: the second filter must have a tap`);
  const span = taps + secondTaps.length - 1;
  const { length = span, group = 128 } = config;
  checkedInteger(label, "length", length, span);
  const memory = allocate(device);
  const second = memory.constant("second filter", Float32Array.from(secondTaps));
  const output = config.target ?? memory.storage("composite filters", count * length * 8);
  const stage = await createStage(device, {
    label,
    wgsl: [composite, filtersLibrary],
    constants: { GROUP: group, LENGTH: length, FILTER_STRIDE: taps, TAPS: taps, SECOND_TAPS: secondTaps.length },
    resources: { filters, second, output, params: { first } },
    groups: [Math.ceil(length / group), count],
    memory,
  });
  return { ...stage, output };
}
