import directGlobal from "#shaders/convolution/direct-global.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import convolution from "#shaders/convolution/lib/convolution.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { spread } from "../gpu/timing.ts";
import { createCompositeFilters } from "./composite.ts";
import { checkConvolution, type Convolution, DIRECT_GROUP, type DirectConfig, gridConstants, spanOf } from "./plan.ts";

/**
 * Convolution in the time domain that reads samples and taps from global memory at each use, like the thesis's simple kernel. It
 * is for comparison. Two filters in series are combined first.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createDirectGlobal(device: GPUDevice, config: DirectConfig): Promise<Convolution> {
  const label = "convolution/direct-global";
  checkConvolution(label, config);
  const { signals, input, outputLength, filters, taps, shared, cascade, group = DIRECT_GROUP } = config;
  const kernel = await compile(device, {
    label,
    wgsl: [directGlobal, convolution, complex],
    constants: { GROUP: group, FILTER_STRIDE: shared ? 0 : spanOf(config), ...gridConstants(config) },
  });
  const count = shared ? 1 : signals;
  const composite = cascade && (await createCompositeFilters(device, { count, filters, taps, second: cascade.taps }));
  const memory = allocate(device);
  const output = memory.storage("filtered", signals * outputLength * 8);
  const bound = kernel.bind({ input, filters: composite?.output ?? filters, output });
  return {
    label,
    output,
    encode(encoder, timestampWrites) {
      const timing = spread(timestampWrites, composite ? 2 : 1);
      composite?.encode(encoder, timing[0]);
      bound.encode(encoder, [Math.ceil(outputLength / group), signals], timing.at(-1));
    },
    destroy() {
      composite?.destroy();
      bound.destroy();
      memory.release();
    },
  };
}
