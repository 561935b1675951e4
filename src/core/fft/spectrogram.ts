import listedKernel from "#shaders/fft/lib/listed-segments.wgsl?raw";
import spectrogramKernel from "#shaders/fft/spectrogram.wgsl?raw";
import { compile, type KernelSource, type Resource } from "../gpu/kernel.ts";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedInteger } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";
import { type Window, windowValues } from "../filter-design/windows.ts";
import { checkFftLength, fftGroup, fftLibrary, FFT_MAX_LENGTH, FFT_POINTS } from "./workgroup.ts";

/** Smallest power: −200 dB. */
export const SPECTROGRAM_FLOOR = 1e-20;

/** Where the segments are: WGSL with `segmentColumns`, `segmentStart` and `segmentSample`, its constants, and what it binds. */
export interface SpectrogramSource extends Pick<KernelSource, "wgsl" | "constants"> {
  resources: Readonly<Record<string, Resource>>;
}

/**
 * Segments at any places.
 *
 * @param buffers.samples Complex samples.
 * @param buffers.starts First sample of each segment, u32 [column][segment]; a segment lies within the samples.
 */
export const listedSegments = (buffers: Record<"samples" | "starts", GPUBuffer>): SpectrogramSource => ({
  wgsl: [listedKernel],
  resources: buffers,
});

export interface SpectrogramConfig {
  /** Points per transform: a power of two, 16 … 2048. */
  length: number;
  source: SpectrogramSource;
  /** Columns at most. */
  columns: number;
  /** Segments averaged per column. */
  segments: number;
  /** Default: Blackman's. */
  window?: Window;
  /** Samples of a segment that count, from its first one on: the window is as long. Default: all. */
  windowLength?: number;
}

export interface Spectrogram extends Plan {
  /** Power in dB, float32 [column][length], negative frequencies first: a tone of amplitude 1 is at 0 dB in its bin. */
  readonly decibels: GPUBuffer;
  /** The largest power among the segments of a column, like `decibels`. */
  readonly peaks: GPUBuffer;
}

/** What the kernel of a spectrogram depends on. */
type Transform = Pick<SpectrogramConfig, "length" | "window" | "windowLength">;

function windowOf({ length, window = "blackman", windowLength = length }: Transform): Float64Array {
  const values = new Float64Array(length);
  values.set(windowValues(window, windowLength, true));
  return values;
}

/** @param columns The workgroups of at most 65,535 columns are the same. */
function kernelOf(
  device: GPUDevice,
  { wgsl, constants }: Pick<SpectrogramSource, "wgsl" | "constants">,
  { length, window, columns = 1 }: { length: number; window: Float64Array; columns?: number },
) {
  const sum = window.reduce((total, value) => total + value, 0);
  const group = fftGroup(device, length, columns);
  return {
    label: "fft/spectrogram",
    wgsl: [spectrogramKernel, ...wgsl, ...fftLibrary(device, { length, group })],
    constants: { ...constants, FFT_LENGTH: length, GROUP: group, SCALE: 1 / sum ** 2, FLOOR: SPECTROGRAM_FLOOR },
  };
}

/** Compiles the kernel of {@link listedSegments}, for example while samples are read. {@link createSpectrogram} then finds it. */
export const compileSpectrogram = (device: GPUDevice, transform: Transform): Promise<unknown> =>
  compile(
    device,
    kernelOf(device, { wgsl: [listedKernel] }, { length: transform.length, window: windowOf(transform) }),
  );

/**
 * Power over time and frequency: windowed segments, averaged column by column, and the largest of each column.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createSpectrogram(device: GPUDevice, config: SpectrogramConfig): Promise<Spectrogram> {
  const { length, source, columns, segments, windowLength = length } = config;
  const label = "fft/spectrogram";
  checkFftLength(label, length, 16);
  checkedInteger(label, "columns", columns, 1, (65535 * FFT_MAX_LENGTH) / length);
  checkedInteger(label, "segments", segments, 1);
  checkedInteger(label, "windowLength", windowLength, 1, length);
  const window = windowOf(config);
  const memory = allocate(device);
  const decibels = memory.storage("spectrogram", columns * length * 4);
  const peaks = memory.storage("spectrogram's peaks", columns * length * 4);
  const kernel = kernelOf(device, source, { length, window, columns });
  const stage = await createStage(device, {
    ...kernel,
    resources: {
      ...source.resources,
      window: memory.constant("window", Float32Array.from(window)),
      decibels,
      peaks,
      params: { columns, segments },
    },
    groups: Math.ceil((columns * length) / (FFT_POINTS * kernel.constants.GROUP)),
    memory,
  });
  return { ...stage, decibels, peaks };
}
