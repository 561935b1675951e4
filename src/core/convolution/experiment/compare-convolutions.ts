import { leastBytes } from "../cost.ts";
import { type CpuConvolutionMethod, cpuConvolutions } from "../cpu.ts";
import { type ConvolutionMethod, convolutions } from "../registry.ts";
import { convolutionTask } from "../task.ts";
import type { Gpu } from "../../gpu/device.ts";
import { compare, type Entrant } from "../../measurement/comparison.ts";
import {
  type ConvolutionComparison,
  type ConvolutionCount,
  type ConvolutionPoint,
  type ConvolutionState,
  type ConvolutionStep,
  type MethodName,
  comparisonPoints,
  convolutionSizes,
} from "./comparison.ts";
import {
  buildTrial,
  checkDuration,
  type CreateOnGpu,
  expectAhead,
  measureCpu,
  measureGpu,
  type TimedTask,
} from "../../measurement/timed-task.ts";

const ALL: Readonly<Record<MethodName, CpuConvolutionMethod | ConvolutionMethod>> = {
  ...cpuConvolutions,
  ...convolutions,
};

/** Compares convolutions from a state on, one method at one point per step. */
export function compareConvolutions(
  gpu: Gpu,
  state: ConvolutionState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<ConvolutionStep> {
  return compare(gpu, state, entrantsOf(state.config), signal);
}

/** Counts the operations of each method of a comparison that takes the sizes, without running it. */
export function countConvolutions(config: ConvolutionComparison): ConvolutionCount[] {
  return entrantsOf(config)
    .filter(({ refusal }) => refusal === undefined)
    .map(({ method, point, flops }) => ({ ...point, method, flops }));
}

function entrantsOf(config: ConvolutionComparison): Entrant<ConvolutionPoint>[] {
  return comparisonPoints(config).flatMap((point) => {
    const known = new Map<string, Float64Array>();
    return config.methods.map((method) => entrantOf(config, point, method, known));
  });
}

function entrantOf(
  config: ConvolutionComparison,
  point: ConvolutionPoint,
  name: MethodName,
  known: TimedTask["known"],
): Entrant<ConvolutionPoint> {
  const method = ALL[name];
  const sizes = convolutionSizes(point, config.cascade);
  const { flops, bytes } = { flops: method.flops(sizes), bytes: leastBytes(sizes) };
  const task = { ...convolutionTask(sizes, config.seed), flops: flops / sizes.signals, known };
  const entrant = { method: name, point, flops, bytes };
  if (method.where === "cpu") {
    const create = async (signals: number) => {
      const plan = await method.create({ ...sizes, signals });
      return { run: ([x, h]: readonly Float32Array[], y: Float32Array) => plan.run(x, h, y), destroy: plan.destroy };
    };
    const refusal =
      task.flops > MOST_CPU_FLOPS
        ? "one signal would occupy the CPU for seconds, and nothing could stop it"
        : undefined;
    return { ...entrant, refusal, measure: () => measureCpu(task, create) };
  }
  const create =
    (device: GPUDevice, outputLength: number): CreateOnGpu =>
    (signals, [input, filters]) =>
      method.create(device, { ...sizes, outputLength, signals, input, filters });
  return {
    ...entrant,
    bytes: method.bytes(sizes),
    refusal: method.refusal(sizes),
    build: (device) => buildTrial(device, task, create(device, sizes.outputLength)),
    expect: (device) => expectAhead(device, task),
    async measure(gpu) {
      await checkDuration(gpu, task, (outputs) => create(gpu.device, outputs));
      return measureGpu(gpu, task, create(gpu.device, sizes.outputLength), config.transfers === "included");
    },
  };
}

/** Most operations per signal on the CPU: about two seconds. */
const MOST_CPU_FLOPS = 3e9;
