import { createCopy } from "../arithmetic/copy.ts";
import { directFlops, leastBytes } from "../convolution/cost.ts";
import { createDirectConvolution } from "../convolution/direct.ts";
import { createDirectGlobal } from "../convolution/direct-global.ts";
import type { Gpu } from "../gpu/device.ts";
import { compare, type ComparisonState, type ComparisonStep, type Entrant } from "./comparison.ts";
import { convolutionTask } from "./compare-convolutions.ts";
import { type ConvolutionComparison, sizesOf } from "./convolution.ts";
import { measureGpu, type Task } from "./measurement.ts";

/** Invocations per workgroup that are tried, up to the device's limit: powers of two, and what lies half-way. */
const GROUPS = [1, 2, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024];

/** Kernels that work with any number of invocations per workgroup. */
export type WorkgroupKernel = "direct-global" | "direct" | "copy";

/** A point of a sweep over workgroup sizes. */
export interface WorkgroupPoint {
  /** Invocations per workgroup. */
  group: number;
}
export type WorkgroupState = ComparisonState<ConvolutionComparison, WorkgroupPoint>;
export type WorkgroupStep = ComparisonStep<ConvolutionComparison, WorkgroupPoint>;

/** Times kernels with 1 to as many invocations per workgroup as the device takes (the thesis's Figs 3.9 and 3.10). */
export function sweepWorkgroups(
  gpu: Gpu,
  state: WorkgroupState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<WorkgroupStep> {
  const { maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX } = gpu.device.limits;
  const limit = Math.min(maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX);
  const entrants = GROUPS.filter((group) => group <= limit).flatMap((group) => entrantsOf(state.config, group));
  return compare(gpu, state, entrants, signal);
}

function entrantsOf(config: ConvolutionComparison, group: number): Entrant<WorkgroupPoint>[] {
  const sizes = sizesOf(config, config.cascade);
  const task = convolutionTask(sizes, config.seed);
  const direct = (method: WorkgroupKernel, create: typeof createDirectGlobal): Entrant<WorkgroupPoint> => ({
    method,
    point: { group },
    flops: directFlops(sizes),
    bytes: leastBytes(sizes),
    measure: (gpu) =>
      measureGpu(
        gpu,
        task,
        (signals, [input, filters]) => create(gpu.device, { ...sizes, signals, input, filters, group }),
        false,
      ),
  });
  const copied = copyTask(config);
  return [
    direct("direct-global", createDirectGlobal),
    direct("direct", createDirectConvolution),
    {
      method: "copy",
      point: { group },
      flops: 0,
      bytes: 16 * copied.batch * copied.outputRow,
      measure: (gpu) =>
        measureGpu(
          gpu,
          copied,
          async (signals, [x]) => {
            const plan = await createCopy(gpu.device, { x, length: 2 * signals * copied.outputRow, group });
            return { ...plan, output: plan.y };
          },
          false,
        ),
    },
  ];
}

/** Copying the samples; the copy kernel takes them in pairs. */
function copyTask({ signal, batch, seed }: ConvolutionComparison): Task {
  const row = signal + (signal % 2);
  return {
    batch,
    inputs: [{ name: "samples", row }],
    outputRow: row,
    seed,
    expected: ([x], at) => [x[2 * at], x[2 * at + 1]],
  };
}
