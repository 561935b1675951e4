import { createColumnFft } from "../fft/columns.ts";
import { createWorkgroupFft, longestWorkgroupFft } from "../fft/workgroup.ts";
import { allocate } from "../gpu/pool.ts";
import { spread, type Stage } from "../gpu/timing.ts";
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
import { createSlice } from "./slice.ts";

/** Longest transform. */
const MAX_LENGTH = 2 ** 22;

/** Samples of a signal that the outputs need, those before its first and behind its last among them. */
const reach = (sizes: ConvolutionSizes) => (sizes.outputLength - 1) * sizes.decimation + spanOf(sizes);

/** Points of the transforms: the power of two that holds what the outputs need. */
export function transformLength(sizes: ConvolutionSizes): number {
  return 2 ** Math.max(1, Math.ceil(Math.log2(reach(sizes))));
}

/** Why the method does not take these sizes; `undefined` where it does. */
export function transformRefusal(sizes: ConvolutionSizes): string | undefined {
  if (reach(sizes) <= MAX_LENGTH) return undefined;
  return `the outputs must need at most ${MAX_LENGTH} samples a signal, got ${reach(sizes)}`;
}

/**
 * Convolution by one long transform of each signal, as the thesis did it with cuFFT: samples and filters are cut and padded,
 * transformed, multiplied, transformed back, and the outputs cut out; each a kernel, or several for a long transform.
 * Signals whose transforms fit no binding together take turns.
 *
 * @throws RangeError for a size out of its range, or when the outputs need more than 2^22 samples of a signal.
 */
export async function createTransformConvolution(device: GPUDevice, config: ConvolutionConfig): Promise<Convolution> {
  const label = "convolution/transform";
  checkConvolution(label, config);
  const refusal = transformRefusal(config);
  if (refusal) throw new RangeError(`${label}: ${refusal}`);
  const { signals, input, inputStride, outputLength, decimation, filters, taps, shared, cascade } = config;
  const span = spanOf(config);
  const length = transformLength(config);
  const page = Math.min(signals, Math.floor(device.limits.maxStorageBufferBindingSize / (8 * length)));
  const filterPage = shared ? 1 : page;
  const memory = allocate(device);
  const output = memory.storage("filtered", signals * outputLength * 8);
  const padded = memory.storage("padded signals", page * length * 8);
  const paddedFilters = memory.storage("padded filters", filterPage * length * 8);

  const forward = await createTransforms(device, { length, batch: page, input: padded });
  const filtersForward = await createTransforms(device, { length, batch: filterPage, input: paddedFilters });
  const spectra = forward.output;
  const product = await createSpectrumProduct(device, {
    signals: page,
    length,
    spectra,
    filters: filtersForward.output,
    shared,
  });
  const inverse = await createTransforms(device, { length, batch: page, input: spectra, inverse: true });

  const stages: (Stage & { destroy(): void })[] = [];
  for (let row = 0; row < signals; row += page) {
    const rows = Math.min(page, signals - row);
    const first = newestOf(config) - span + 1;
    const target = { buffer: padded, row: 0 };
    stages.push(
      await createSlice(device, { rows, input, inputStride, inputRow: row, first, outputLength: length, target }),
    );
    if (row === 0 || !shared) {
      const count = Math.min(filterPage, rows);
      const second = (cascade?.taps ?? [1]).map((tap) => tap / inverse.gain);
      const sizes = { count, filters, first: row, taps, second, length };
      stages.push(await createCompositeFilters(device, { ...sizes, target: paddedFilters }), filtersForward);
    }
    stages.push(forward, product, inverse);
    const cut = { first: span - 1, step: decimation, outputLength, target: { buffer: output, row } };
    stages.push(await createSlice(device, { rows, input: inverse.output, inputStride: length, ...cut }));
  }
  return {
    label,
    output,
    encode(encoder, timestampWrites) {
      const timing = spread(timestampWrites, stages.length);
      for (const [i, stage] of stages.entries()) stage.encode(encoder, timing[i]);
    },
    destroy() {
      for (const stage of new Set(stages)) stage.destroy();
      memory.release();
    },
  };
}

interface Transforms extends Stage {
  readonly output: GPUBuffer;
  /** What comes back from there and back again, by what went in. */
  readonly gain: number;
  destroy(): void;
}

/** Transforms of rows, bins in an order of its own, which the inverse takes: in one workgroup each, or in four steps. */
async function createTransforms(
  device: GPUDevice,
  config: { length: number; batch: number; input: GPUBuffer; inverse?: boolean },
): Promise<Transforms> {
  const { length, batch, input, inverse } = config;
  if (length <= longestWorkgroupFft(device)) return { ...(await createWorkgroupFft(device, config)), gain: 1 };
  const columns = 2 ** Math.floor(Math.log2(length) / 2);
  const rows = length / columns;
  const ofColumns = (input: GPUBuffer) => createColumnFft(device, { batch, rows, columns, input, inverse });
  const ofRows = (input: GPUBuffer) =>
    createWorkgroupFft(device, { length: columns, batch: batch * rows, input, inverse });
  const first = await (inverse ? ofRows : ofColumns)(input);
  const last = await (inverse ? ofColumns : ofRows)(first.output);
  return {
    label: "four-step FFT",
    output: last.output,
    gain: rows,
    encode(encoder, timestampWrites) {
      const timing = spread(timestampWrites, 2);
      first.encode(encoder, timing[0]);
      last.encode(encoder, timing[1]);
    },
    destroy() {
      first.destroy();
      last.destroy();
    },
  };
}
