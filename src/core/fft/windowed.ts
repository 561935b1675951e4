import windowedKernel from "#shaders/fft/windowed.wgsl?raw";
import { type Window, windowValues } from "../filter-design/windows.ts";
import { createStage } from "../gpu/stage.ts";
import { owning } from "../gpu/owning.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, checkedInteger, gridOf } from "../gpu/rows.ts";
import { sequence } from "../gpu/timing.ts";
import { createChirp } from "./chirp.ts";
import { createFft, FFT_LONGEST, type FftConfig } from "./fft.ts";
import type { Fft } from "./pass.ts";
import { FFT_MAX_LENGTH, FFT_POINTS, fftGroup, fftLibrary } from "./workgroup.ts";

export interface WindowedFftConfig extends Omit<FftConfig, "inPlace"> {
  /** The window, multiplied with the input in its own order. Default: rectangular. */
  window?: Window;
  /** Whether frequency 0 is in the middle, at ⌊length/2⌋, of the output or of an inverse transform's input. */
  shift?: boolean;
  /** A factor for the result, in addition to the 1/N of an inverse transform. Default 1. */
  gain?: number;
}

/**
 * Batched FFT with a window, forward or inverse (with 1/N), with frequency 0 first or in the middle, like GNU Radio's FFT block.
 * Powers of two from 16 to 2048 take one kernel. Other lengths apply the window and a factor e^{±j2πn⌊N/2⌋/N}, which shifts the
 * frequency, around a transform.
 *
 * @throws RangeError when `length` is not an integer from 2 to 2^22, or `batch` not a positive integer.
 */
export async function createWindowedFft(device: GPUDevice, config: WindowedFftConfig): Promise<Fft> {
  const { length, batch, inverse = false, window = "rectangular", shift = false, gain = 1 } = config;
  const label = "fft/windowed";
  checkedInteger(label, "length", length, 2, FFT_LONGEST);
  checkedCount(label, "batch", batch);
  const checked = {
    ...config,
    inverse,
    shift,
    values: windowValues(window, length, true).map((value) => gain * value),
  };
  const fused = length >= FFT_POINTS && length <= FFT_MAX_LENGTH && Number.isInteger(Math.log2(length));
  return fused ? createFused(device, label, checked) : createAround(device, label, checked);
}

interface Checked extends FftConfig {
  inverse: boolean;
  shift: boolean;
  /** The window's. */
  values: Float64Array;
}

async function createFused(device: GPUDevice, label: string, config: Checked): Promise<Fft> {
  const { length, batch, input, inverse, shift, values } = config;
  const memory = allocate(device);
  const output = memory.storage("transforms", 8 * batch * length);
  const window = memory.constant(
    "window",
    Float32Array.from(values, (value) => (inverse ? value / length : value)),
  );
  const group = fftGroup(device, length, batch);
  const stage = await createStage(device, {
    label,
    wgsl: [windowedKernel, ...fftLibrary(device, { length, group })],
    constants: { FFT_LENGTH: length, GROUP: group, INVERSE: Number(inverse), SHIFT: Number(shift) },
    resources: { input, window, output, params: { batch } },
    groups: gridOf(device, Math.ceil((batch * length) / (FFT_POINTS * group))),
    memory,
  });
  return { ...stage, output };
}

function createAround(device: GPUDevice, label: string, config: Checked): Promise<Fft> {
  return owning(device, async ({ memory, keep }) => {
    const { length, batch, input, inverse, shift, values } = config;
    const multiplied = (source: GPUBuffer, name: string, table: Float32Array<ArrayBuffer>) => {
      const row = { inputLength: length, length, kept: length };
      return keep(createChirp(device, { rows: batch, input: source, factors: memory.constant(name, table), ...row }));
    };
    const middle = shift ? Math.floor(length / 2) : 0;
    const samples = await multiplied(input, "window", turned(values, inverse ? 0 : middle));
    const fft = await keep(createFft(device, { length, batch, input: samples.output, inverse, inPlace: true }));
    const stages = [samples, fft];
    if (inverse && shift) {
      stages.push(await multiplied(fft.output, "turn", turned(new Float64Array(length).fill(1), -middle)));
    }
    return { ...sequence(label, stages), output: stages[stages.length - 1].output };
  });
}

/** Returns w[n]·e^{j2πn·bins/N}, complex pairs, which shifts a spectrum up by `bins`. */
function turned(values: Float64Array, bins: number): Float32Array<ArrayBuffer> {
  const factors = new Float32Array(2 * values.length);
  for (const [n, value] of values.entries()) {
    const angle = (2 * Math.PI * ((n * bins) % values.length)) / values.length;
    factors.set([value * Math.cos(angle), value * Math.sin(angle)], 2 * n);
  }
  return factors;
}
