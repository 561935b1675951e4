import product from "#shaders/convolution/product.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { checkedInteger } from "../gpu/rows.ts";
import { createStage } from "../gpu/stage.ts";
import type { Plan } from "../gpu/timing.ts";

export interface SpectrumProductConfig {
  /** Number of spectra, 1 … 65535. */
  signals: number;
  /** Bins per spectrum. */
  length: number;
  /** Complex X, [signal][length]. Each bin is replaced by its product. */
  spectra: GPUBuffer;
  /** Complex H, [signal][length], or [length] where `shared`. */
  filters: GPUBuffer;
  /** Whether all signals share one filter. */
  shared?: boolean;
  /** Invocations per workgroup, from 1 to the device's limit. Default 128. The results are the same. */
  group?: number;
}

export interface SpectrumProduct extends Plan {}

/**
 * Multiplies spectra by the spectra of filters, in place.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createSpectrumProduct(
  device: GPUDevice,
  config: SpectrumProductConfig,
): Promise<SpectrumProduct> {
  const { signals, length, spectra, filters, shared, group = 128 } = config;
  const label = "convolution/product";
  checkedInteger(label, "signals", signals, 1, 65535);
  checkedInteger(label, "length", length, 1);
  return createStage(device, {
    label,
    wgsl: [product, complex],
    constants: { GROUP: group, LENGTH: length, FILTER_STRIDE: shared ? 0 : length },
    resources: { spectra, filters },
    groups: [Math.ceil(length / group), signals],
  });
}
