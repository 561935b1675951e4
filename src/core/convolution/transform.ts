import { createFft, FFT_LONGEST } from "../fft/fft.ts";
import { cheapLength } from "../fft/passes.ts";
import { owning } from "../gpu/owning.ts";
import { type Plan, sequence } from "../gpu/timing.ts";
import { createCompositeFilters } from "./composite.ts";
import {
  checkConvolution,
  type Convolution,
  type ConvolutionConfig,
  type ConvolutionSizes,
  newestOf,
  spanOf,
} from "./plan.ts";
import { createSpectrumProduct } from "./product.ts";
import { createSlice, type SliceConfig } from "./slice.ts";

/** Samples that the outputs need, including zeros before the first and after the last sample. */
const reach = (sizes: ConvolutionSizes) => (sizes.outputLength - 1) * sizes.decimation + spanOf(sizes);

/** Returns the points of the transforms: the cheapest length that holds the samples that the outputs need. */
export function transformLength(sizes: ConvolutionSizes): number {
  return cheapLength(reach(sizes));
}

/** Returns why the method refuses these sizes, or undefined if it takes them. */
export function transformRefusal(sizes: ConvolutionSizes): string | undefined {
  if (reach(sizes) <= FFT_LONGEST) return undefined;
  return `the outputs must need at most ${FFT_LONGEST} samples per signal, got ${reach(sizes)}`;
}

/**
 * Convolution by one long transform of each signal, like the thesis's with cuFFT. Kernels cut and pad samples and filters, transform
 * them, multiply, transform back, and cut out the outputs. If the transforms of all signals do not fit one binding, groups of signals
 * take turns.
 *
 * @throws RangeError for a size out of its range, or if the outputs need more than 2^22 samples per signal.
 */
export function createTransformConvolution(device: GPUDevice, config: ConvolutionConfig): Promise<Convolution> {
  return owning(device, async ({ memory, keep }) => {
    const label = "convolution/transform";
    checkConvolution(label, config);
    const refusal = transformRefusal(config);
    if (refusal) throw new RangeError(`${label}: ${refusal}`);
    const { signals, input, inputStride, outputLength, decimation, filters, taps, shared, cascade } = config;
    const span = spanOf(config);
    const length = transformLength(config);
    const page = Math.min(signals, Math.floor(device.limits.maxStorageBufferBindingSize / (8 * length)));
    const filterPage = shared ? 1 : page;
    const output = memory.storage("filtered", signals * outputLength * 8);
    const padded = memory.storage("padded signals", page * length * 8);
    const paddedFilters = memory.storage("padded filters", filterPage * length * 8);

    const transform = (batch: number, buffer: GPUBuffer, inverse = false) =>
      keep(createFft(device, { length, batch, input: buffer, inverse, inPlace: true }));
    const forward = await transform(page, padded);
    const filtersForward = await transform(filterPage, paddedFilters);
    const factors = { spectra: padded, filters: paddedFilters, shared };
    const product = await keep(createSpectrumProduct(device, { signals: page, length, ...factors }));
    const inverse = await transform(page, padded, true);
    const slice = (config: SliceConfig) => keep(createSlice(device, config));

    const stages: Plan[] = [];
    for (let row = 0; row < signals; row += page) {
      const rows = Math.min(page, signals - row);
      const first = newestOf(config) - span + 1;
      const target = { buffer: padded, row: 0 };
      stages.push(await slice({ rows, input, inputStride, inputRow: row, first, outputLength: length, target }));
      if (row === 0 || !shared) {
        const count = Math.min(filterPage, rows);
        const sizes = { count, filters, first: row, taps, second: cascade?.taps ?? [1], length, target: paddedFilters };
        stages.push(await keep(createCompositeFilters(device, sizes)), filtersForward);
      }
      stages.push(forward, product, inverse);
      const cut = { first: span - 1, step: decimation, outputLength, target: { buffer: output, row } };
      stages.push(await slice({ rows, input: padded, inputStride: length, ...cut }));
    }
    return { ...sequence(label, stages), output };
  });
}
