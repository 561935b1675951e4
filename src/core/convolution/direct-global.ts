import directGlobal from "#shaders/convolution/direct-global.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import convolution from "#shaders/convolution/lib/convolution.wgsl?raw";
import { owning } from "../gpu/owning.ts";
import { sequence } from "../gpu/timing.ts";
import { createCompositeFilters } from "./composite.ts";
import { checkConvolution, type Convolution, DIRECT_GROUP, type DirectConfig, gridConstants, spanOf } from "./plan.ts";

/**
 * Convolution in the time domain that reads samples and taps from global memory at each use, like the thesis's simple kernel. It
 * is for comparison. Two filters in series are combined first.
 *
 * @throws RangeError for a size out of its range.
 */
export function createDirectGlobal(device: GPUDevice, config: DirectConfig): Promise<Convolution> {
  return owning(device, async ({ memory, keep, stage }) => {
    const label = "convolution/direct-global";
    checkConvolution(label, config);
    const { signals, input, outputLength, filters, taps, shared, cascade, group = DIRECT_GROUP } = config;
    const sizes = { count: shared ? 1 : signals, filters, taps };
    const composite = cascade && (await keep(createCompositeFilters(device, { ...sizes, second: cascade.taps })));
    const output = memory.storage("filtered", signals * outputLength * 8);
    const filtered = await stage({
      label,
      wgsl: [directGlobal, convolution, complex],
      constants: { GROUP: group, FILTER_STRIDE: shared ? 0 : spanOf(config), ...gridConstants(config) },
      resources: { input, filters: composite?.output ?? filters, output },
      groups: [Math.ceil(outputLength / group), signals],
    });
    return { ...sequence(label, composite ? [composite, filtered] : [filtered]), output };
  });
}
