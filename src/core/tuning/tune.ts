import type { Gpu } from "../gpu/device.ts";
import { DeviceLostError } from "../gpu/errors.ts";
import { isLost } from "../gpu/host.ts";
import { setWorkgroupSizes, workgroupSizes } from "../gpu/workgroup-size.ts";
import type { TuningConfig } from "./config.ts";
import { measureSizes, type MeasuredSizes } from "./measure-sizes.ts";
import { type TunableName, TUNABLES } from "./registry.ts";
import { WORKS } from "./works.ts";

/** A kernel takes at most the time that is left divided by this. */
const MOST_PART = 3;

/** What was measured of one kernel. */
export interface TunedKernel extends Partial<MeasuredSizes> {
  kernel: TunableName;
  title: string;
  /** Why there is no measurement. */
  reason?: string;
}

/** The state from which a tuning resumes. Results are in the order of the kernels. */
export interface TuningState {
  config: TuningConfig;
  results: TunedKernel[];
}

export interface TuningStep {
  state: TuningState;
  /** Title of the kernel that is measured next. */
  next?: string;
  /** Finished share of the kernels, 0 to 1. */
  progress: number;
  done: boolean;
}

/** Gives the device the chosen sizes of measured kernels. It keeps its sizes of other kernels. */
function useSizes(device: GPUDevice, results: readonly TunedKernel[]): void {
  const sizes: Record<string, number> = { ...workgroupSizes(device) };
  for (const { kernel, timing, chosen } of results) {
    if (timing) delete sizes[kernel];
    if (chosen) sizes[kernel] = chosen.size;
  }
  setWorkgroupSizes(device, sizes);
}

/**
 * Compares the workgroup sizes of kernels on a device, one kernel per step. The device uses the chosen sizes from then on.
 *
 * Ends early without an error when the signal aborts. All yielded states are valid.
 *
 * @throws DeviceLostError (resume on a new device). Other errors of a kernel become its result's reason.
 */
export async function* tune(
  gpu: Gpu,
  start: TuningState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<TuningStep> {
  const { config } = start;
  const results = [...start.results];
  const end = performance.now() + 1000 * config.seconds;
  const { kernels } = config;
  const step = (): TuningStep => ({
    state: { config, results: [...results] },
    next: TUNABLES[kernels[results.length]]?.title,
    progress: results.length / kernels.length,
    done: false,
  });
  yield step();
  for (const kernel of kernels.slice(results.length)) {
    const { title, sizes } = TUNABLES[kernel];
    const now = performance.now();
    const count = kernels.length - results.length;
    const share = now + (end - now) / count;
    // A kernel that compiles slowly must leave time for others.
    const limit = now + (end - now) / Math.min(count, MOST_PART);
    try {
      const measured = await measureSizes(gpu, kernel, sizes, await WORKS[kernel](), { share, end: limit, signal });
      if (signal?.aborted) return;
      results.push({ kernel, title, ...(measured ?? { reason: "the time did not suffice" }) });
    } catch (error) {
      if (error instanceof DeviceLostError || (await isLost(gpu))) throw error;
      results.push({ kernel, title, reason: (error as Error).message });
    }
    useSizes(gpu.device, results);
    yield { ...step(), done: results.length === kernels.length };
  }
}
