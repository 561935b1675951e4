import spectrogramKernel from "#shaders/fft/spectrogram.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedInteger } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";
import { type Window, windowValues } from "../filter-design/windows.ts";
import { checkFftLength, fftGroup, fftLibrary, FFT_MAX_LENGTH, FFT_POINTS } from "./workgroup.ts";

/** Smallest power: −200 dB. */
export const SPECTROGRAM_FLOOR = 1e-20;

export interface SpectrogramConfig {
  /** Points per transform: a power of two, 16 … 2048. */
  length: number;
  /** Complex samples. */
  samples: GPUBuffer;
  /** First sample of each segment, u32 [column][segment]; a segment lies within the samples. */
  starts: GPUBuffer;
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
function sourceOf(device: GPUDevice, length: number, window: Float64Array, columns = 1) {
  const sum = window.reduce((total, value) => total + value, 0);
  const group = fftGroup(device, length, columns);
  return {
    label: "fft/spectrogram",
    wgsl: [spectrogramKernel, ...fftLibrary(device, { length, group })],
    constants: { FFT_LENGTH: length, GROUP: group, SCALE: 1 / sum ** 2, FLOOR: SPECTROGRAM_FLOOR },
  };
}

/** Compiles the kernel of a spectrogram, for example while its samples are read. {@link createSpectrogram} then finds it. */
export const compileSpectrogram = (device: GPUDevice, transform: Transform): Promise<unknown> =>
  compile(device, sourceOf(device, transform.length, windowOf(transform)));

/**
 * Power over time and frequency: windowed segments at any places, averaged column by column, and the largest of each column.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createSpectrogram(device: GPUDevice, config: SpectrogramConfig): Promise<Spectrogram> {
  const { length, samples, starts, columns, segments, windowLength = length } = config;
  const label = "fft/spectrogram";
  checkFftLength(label, length, 16);
  checkedInteger(label, "columns", columns, 1, (65535 * FFT_MAX_LENGTH) / length);
  checkedInteger(label, "segments", segments, 1);
  checkedInteger(label, "windowLength", windowLength, 1, length);
  const window = windowOf(config);
  const memory = allocate(device);
  const decibels = memory.storage("spectrogram", columns * length * 4);
  const peaks = memory.storage("spectrogram's peaks", columns * length * 4);
  const source = sourceOf(device, length, window, columns);
  const stage = await createStage(device, {
    ...source,
    resources: {
      samples,
      starts,
      window: memory.constant("window", Float32Array.from(window)),
      decibels,
      peaks,
      params: { columns, segments },
    },
    groups: Math.ceil((columns * length) / (FFT_POINTS * source.constants.GROUP)),
    memory,
  });
  return { ...stage, decibels, peaks };
}
