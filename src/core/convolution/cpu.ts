import { createPffft, pffftLength } from "../fft/pffft.ts";
import { directFlops, fftFlops } from "./cost.ts";
import { seriesTaps } from "./cascade.ts";
import { type ConvolutionSizes, newestOf, spanOf } from "./plan.ts";

export type CpuConvolutionName = "cpu-direct" | "cpu-fft";

/** A convolution on the CPU, in float32, ready to run. */
export interface CpuConvolution {
  /**
   * @param x Complex samples, [signal][inputStride].
   * @param filters Complex taps, [signal][taps], or [taps] where `shared`.
   * @param y Complex outputs, [signal][outputLength].
   */
  run(x: Float32Array, filters: Float32Array, y: Float32Array): void;
  destroy(): void;
}

export interface CpuConvolutionMethod {
  where: "cpu";
  create(sizes: ConvolutionSizes): Promise<CpuConvolution>;
  flops(sizes: ConvolutionSizes): number;
}

/** The CPU's methods: baselines for the GPU, with one thread like the thesis's. */
export const cpuConvolutions: Readonly<Record<CpuConvolutionName, CpuConvolutionMethod>> = {
  "cpu-direct": { where: "cpu", create: createCpuDirect, flops: directFlops },
  "cpu-fft": { where: "cpu", create: createCpuFft, flops: cpuFftFlops },
};

/** Calls back with each signal's samples, composite filter and outputs. */
function forEachSignal(
  sizes: ConvolutionSizes,
  [x, filters, y]: readonly [Float32Array, Float32Array, Float32Array],
  work: (row: Float32Array, h: Float32Array, output: Float32Array) => void,
): void {
  const { signals, inputStride, outputLength, taps, shared, cascade: second } = sizes;
  for (let s = 0; s < signals; s++) {
    const c = shared ? filters : filters.subarray(2 * s * taps, 2 * (s + 1) * taps);
    const h = second ? Float32Array.from(seriesTaps(Float64Array.from(c), second.taps)) : c;
    const row = x.subarray(2 * s * inputStride, 2 * (s + 1) * inputStride);
    work(row, h, y.subarray(2 * s * outputLength, 2 * (s + 1) * outputLength));
  }
}

/** Time domain: the sum of the definition. */
async function createCpuDirect(sizes: ConvolutionSizes): Promise<CpuConvolution> {
  const { inputStride, outputLength, decimation } = sizes;
  const newest = newestOf(sizes);
  return {
    run(...arrays) {
      forEachSignal(sizes, arrays, (x, h, y) => {
        for (let m = 0; m < outputLength; m++) {
          const now = newest + m * decimation;
          const last = Math.min(h.length / 2 - 1, now);
          let re = 0;
          let im = 0;
          for (let k = Math.max(0, now - inputStride + 1); k <= last; k++) {
            const n = now - k;
            re += h[2 * k] * x[2 * n] - h[2 * k + 1] * x[2 * n + 1];
            im += h[2 * k] * x[2 * n + 1] + h[2 * k + 1] * x[2 * n];
          }
          y[2 * m] = re;
          y[2 * m + 1] = im;
        }
      });
    },
    destroy() {},
  };
}

const transformLength = (sizes: ConvolutionSizes) => pffftLength(sizes.inputStride + spanOf(sizes) - 1);

/** Operations of two forward transforms, one inverse, and the product with 6 operations per bin. */
function cpuFftFlops(sizes: ConvolutionSizes): number {
  const length = transformLength(sizes);
  return sizes.signals * (3 * fftFlops(length) + 6 * length);
}

/** One transform as long as signal and filter together. */
async function createCpuFft(sizes: ConvolutionSizes): Promise<CpuConvolution> {
  const { inputStride, outputLength, decimation } = sizes;
  const newest = newestOf(sizes);
  const whole = inputStride + spanOf(sizes) - 1;
  const [X, H, SPARE] = [0, 1, 2];
  const pffft = await createPffft(transformLength(sizes), 3);
  const load = (vector: number, values: Float32Array) => {
    const target = pffft.vector(vector);
    target.set(values);
    target.fill(0, values.length);
  };
  return {
    run(...arrays) {
      forEachSignal(sizes, arrays, (x, h, y) => {
        load(X, x);
        load(H, h);
        pffft.prepare(H);
        pffft.convolve(X, H, SPARE);
        const result = pffft.vector(X);
        if (decimation === 1 && newest >= 0 && newest + outputLength <= whole) {
          y.set(result.subarray(2 * newest, 2 * (newest + outputLength)));
          return;
        }
        for (let m = 0; m < outputLength; m++) {
          const at = newest + m * decimation;
          const met = at >= 0 && at < whole;
          y[2 * m] = met ? result[2 * at] : 0;
          y[2 * m + 1] = met ? result[2 * at + 1] : 0;
        }
      });
    },
    destroy: pffft.destroy,
  };
}
