import { createCopy } from "../../arithmetic/copy.ts";
import { createCompositeFilters } from "../composite.ts";
import { directFlops, fftFlops, leastBytes, overlapAddWork, overlapSaveWork } from "../cost.ts";
import { createDirectConvolution } from "../direct.ts";
import { createDirectGlobal } from "../direct-global.ts";
import { createOverlapAdd } from "../overlap-add.ts";
import { createOverlapSave } from "../overlap-save.ts";
import type { ConvolutionConfig, ConvolutionSizes } from "../plan.ts";
import { createSpectrumProduct } from "../product.ts";
import { createSlice } from "../slice.ts";
import { DETECTION_FILTER } from "../../telemetry/detection/detection-filter.ts";
import { createChirp } from "../../fft/chirp.ts";
import { createMixedFft } from "../../fft/mixed.ts";
import type { Fft, FftPassConfig } from "../../fft/pass.ts";
import { createWorkgroupFft } from "../../fft/workgroup.ts";
import type { Gpu } from "../../gpu/device.ts";
import { compare, type Entrant } from "../../measurement/comparison.ts";
import { convolutionTask } from "../task.ts";
import { convolutionSizes } from "./comparison.ts";
import { bin } from "./fft.ts";
import { buildTrial, type CreateOnGpu, measureGpu, type TimedTask } from "../../measurement/timed-task.ts";
import {
  groupsOf,
  type KernelName,
  type WorkgroupPoint,
  type WorkgroupState,
  type WorkgroupStep,
  type WorkgroupSweep,
} from "./workgroups.ts";

/** A kernel with workgroups of any size: its work on a batch, and the cost of that work. */
interface SweptKernel {
  task: TimedTask;
  flops: number;
  bytes: number;
  /** Creates the kernel for a number of rows that reads these buffers. */
  create(device: GPUDevice, group: number, ...page: Parameters<CreateOnGpu>): ReturnType<CreateOnGpu>;
}

/** The kernels, one line each. A kernel refuses sizes that it cannot take, and the result gives the reason. */
const KERNELS: Readonly<Record<KernelName, (config: WorkgroupSweep) => SweptKernel>> = {
  copy,
  "direct-global": convolution(createDirectGlobal, directFlops),
  direct: convolution(createDirectConvolution, directFlops),
  "overlap-save": convolution(createOverlapSave, (sizes) => overlapSaveWork(sizes).flops),
  "overlap-add": convolution(createOverlapAdd, (sizes) => overlapAddWork(sizes).flops),
  workgroup: transform(createWorkgroupFft, 256),
  mixed: transform(createMixedFft, 60),
  product,
  chirp,
  slice,
  composite,
};

/** Times kernels with 1 invocation per workgroup up to the device's limit (the thesis's Figs 3.9 and 3.10). */
export function sweepWorkgroups(
  gpu: Gpu,
  state: WorkgroupState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<WorkgroupStep> {
  const { maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX } = gpu.device.limits;
  const limit = Math.min(maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX);
  const { config } = state;
  const entrants = groupsOf(config, limit).flatMap((group) =>
    config.kernels.map((method): Entrant<WorkgroupPoint> => {
      const { task, flops, bytes, create } = KERNELS[method](config);
      const on =
        (device: GPUDevice): CreateOnGpu =>
        (...page) =>
          create(device, group, ...page);
      const build = (device: GPUDevice) => buildTrial(device, task, on(device));
      const measure = (gpu: Gpu) => measureGpu(gpu, task, on(gpu.device), false);
      return { method, point: { group }, flops, bytes, build, measure };
    }),
  );
  return compare(gpu, state, entrants, signal);
}

const COMPLEX_BYTES = 8;
const PRODUCT = 6;

function convolution(
  create: (device: GPUDevice, config: ConvolutionConfig & { group: number }) => ReturnType<typeof createDirectGlobal>,
  flops: (sizes: ConvolutionSizes) => number,
) {
  return (config: WorkgroupSweep): SweptKernel => {
    const sizes = convolutionSizes(config, config.cascade);
    return {
      task: convolutionTask(sizes, config.seed),
      flops: flops(sizes),
      bytes: leastBytes(sizes),
      create: (device, group, signals, [input, filters]) =>
        create(device, { ...sizes, signals, input, filters, group }),
    };
  };
}

/** Transforms of the given length that cover all samples. */
function transform(
  create: (device: GPUDevice, config: FftPassConfig & { group: number }) => Promise<Fft>,
  length: number,
) {
  return ({ signal, batch, seed }: WorkgroupSweep): SweptKernel => {
    const transforms = batch * Math.ceil(signal / length);
    return {
      task: {
        batch: transforms,
        inputs: [{ name: "samples", row: length }],
        outputRow: length,
        seed,
        expected: ([x], k) => bin(x, k),
      },
      flops: transforms * fftFlops(length),
      bytes: 2 * transforms * length * COMPLEX_BYTES,
      create: (device, group, batch, [input]) => create(device, { length, batch, input, group }),
    };
  };
}

/** The copy kernel copies samples in pairs. */
function copy({ signal, batch, seed }: WorkgroupSweep): SweptKernel {
  const row = signal + (signal % 2);
  return {
    task: {
      batch,
      inputs: [{ name: "samples", row }],
      outputRow: row,
      seed,
      expected: ([x], n) => [x[2 * n], x[2 * n + 1]],
    },
    flops: 0,
    bytes: 2 * batch * row * COMPLEX_BYTES,
    create: async (device, group, signals, [x]) => {
      const plan = await createCopy(device, { x, length: 2 * signals * row, group });
      return { ...plan, output: plan.y };
    },
  };
}

function product({ signal, batch, seed }: WorkgroupSweep): SweptKernel {
  return {
    task: {
      batch,
      inputs: [
        { name: "spectra", row: signal },
        { name: "filters", row: signal },
      ],
      outputRow: signal,
      seed,
      expected: productAt,
    },
    flops: PRODUCT * batch * signal,
    bytes: 3 * batch * signal * COMPLEX_BYTES,
    create: async (device, group, signals, [spectra, filters]) => {
      const plan = await createSpectrumProduct(device, { signals, length: signal, spectra, filters, group });
      return { ...plan, output: spectra };
    },
  };
}

function chirp({ signal, batch, seed }: WorkgroupSweep): SweptKernel {
  return {
    task: {
      batch,
      inputs: [
        { name: "samples", row: signal },
        { name: "factors", row: signal, shared: true },
      ],
      outputRow: signal,
      seed,
      expected: productAt,
    },
    flops: PRODUCT * batch * signal,
    bytes: (2 * batch + 1) * signal * COMPLEX_BYTES,
    create: (device, group, rows, [input, factors]) =>
      createChirp(device, { rows, input, inputLength: signal, factors, length: signal, kept: signal, group }),
  };
}

function productAt([x, c]: readonly Float32Array[], n: number): [number, number] {
  const [re, im, cRe, cIm] = [x[2 * n], x[2 * n + 1], c[2 * n], c[2 * n + 1]];
  return [re * cRe - im * cIm, re * cIm + im * cRe];
}

/** Every row from its second sample on, followed by a zero. */
function slice({ signal, batch, seed }: WorkgroupSweep): SweptKernel {
  return {
    task: {
      batch,
      inputs: [{ name: "samples", row: signal }],
      outputRow: signal,
      seed,
      expected: ([x], n) => [x[2 * n + 2] ?? 0, x[2 * n + 3] ?? 0],
    },
    flops: 0,
    bytes: 2 * batch * signal * COMPLEX_BYTES,
    create: (device, group, rows, [input]) =>
      createSlice(device, { rows, input, inputStride: signal, first: 1, outputLength: signal, group }),
  };
}

/** Each filter in series with the detection filter. */
function composite({ filter, batch, seed }: WorkgroupSweep): SweptKernel {
  const second = DETECTION_FILTER;
  const length = filter + second.length - 1;
  return {
    task: {
      batch,
      inputs: [{ name: "taps", row: filter }],
      outputRow: length,
      seed,
      expected([c], at) {
        let [re, im] = [0, 0];
        for (let k = Math.max(0, at - filter + 1); k <= Math.min(second.length - 1, at); k++) {
          re += second[k] * c[2 * (at - k)];
          im += second[k] * c[2 * (at - k) + 1];
        }
        return [re, im];
      },
    },
    flops: 4 * batch * filter * second.length,
    bytes: batch * (filter + length) * COMPLEX_BYTES,
    create: (device, group, count, [filters]) =>
      createCompositeFilters(device, { count, filters, taps: filter, second, group }),
  };
}
