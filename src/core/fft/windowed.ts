import windowedKernel from "#shaders/fft/windowed.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { type Window, windowValues } from "../fir/design/windows.ts";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount } from "../gpu/rows.ts";
import { sequence } from "../gpu/timing.ts";
import { createFft, type FftConfig } from "./fft.ts";
import type { Fft } from "./pass.ts";

const GROUP = 256;

export interface WindowedFftConfig extends Omit<FftConfig, "inPlace"> {
  /** One period of it multiplies the input, as it lies there. Default: rectangular. */
  window?: Window;
  /** Frequency 0 in the middle, at ⌊length/2⌋: of the output, of an inverse transform's input. */
  shift?: boolean;
}

/**
 * Batched FFT behind a window, forward or inverse (with 1/N), with frequency 0 first or in the middle; GNU Radio's FFT block.
 * A shift costs nothing: forward, the samples are turned by e^{j2πn⌊N/2⌋/N} together with the window; of an inverse
 * transform the bins are read in another order.
 *
 * @throws RangeError when `length` is not an integer from 2 to 2^22, or `batch` not a positive integer.
 */
export async function createWindowedFft(device: GPUDevice, config: WindowedFftConfig): Promise<Fft> {
  const { length, batch, input, inverse = false, window = "rectangular", shift = false } = config;
  const label = "fft/windowed";
  const count = checkedCount(label, "length", length) * checkedCount(label, "batch", batch);
  const memory = allocate(device);
  const samples = memory.storage("windowed samples", 8 * count);
  const fft = await createFft(device, { length, batch, input: samples, inverse, inPlace: true });
  const middle = Math.floor(length / 2);
  const kernel = await compile(device, {
    label,
    wgsl: [windowedKernel, complex],
    constants: { GROUP, LENGTH: length, ROTATION: inverse && shift ? middle : 0 },
  });
  const factors = memory.constant("window", factorsOf(window, length, !inverse && shift ? middle : 0));
  const bound = kernel.bind({ input, factors, output: samples, params: { samples: count } });
  const groups = Math.ceil(count / GROUP);
  const rows = Math.ceil(groups / device.limits.maxComputeWorkgroupsPerDimension);
  const windowing = {
    label,
    encode: (encoder: GPUCommandEncoder, timestampWrites?: GPUComputePassTimestampWrites) =>
      bound.encode(encoder, [Math.ceil(groups / rows), rows], timestampWrites),
  };
  return {
    ...sequence(label, [windowing, fft]),
    output: fft.output,
    destroy() {
      bound.destroy();
      fft.destroy();
      memory.release();
    },
  };
}

/** w[n]·e^{j2πn·bins/N}, complex pairs: a spectrum moved up by so many bins. */
function factorsOf(window: Window, length: number, bins: number): Float32Array<ArrayBuffer> {
  const factors = new Float32Array(2 * length);
  for (const [n, value] of windowValues(window, length, true).entries()) {
    const angle = (2 * Math.PI * ((n * bins) % length)) / length;
    factors.set([value * Math.cos(angle), value * Math.sin(angle)], 2 * n);
  }
  return factors;
}
