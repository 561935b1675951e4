import { type Machine, predictedMs } from "./cost.ts";
import type { Convolution, ConvolutionConfig, ConvolutionSizes } from "./plan.ts";
import { type ConvolutionName, convolutions } from "./registry.ts";

const NAMES = Object.keys(convolutions) as ConvolutionName[];

/**
 * A large GPU: one NVIDIA H200 through Dawn. `bench-cost` computes these constants from the bench (docs/performance.md). The choice
 * depends on ratios, which are similar on other devices; `calibrate` measures them.
 */
export const LARGE_GPU: Machine = {
  launchMs: 0.003,
  bytesPerMs: 4.1e9,
  fullGroups: 528,
  flopsPerMs: {
    "direct-global": 1.17e10,
    direct: 2.2e10,
    transform: 8.1e9,
    "overlap-save": 2.44e10,
    "overlap-add": 2.27e10,
  },
};

/** A method's measured time. */
export interface MethodTiming {
  method: ConvolutionName;
  sizes: ConvolutionSizes;
  ms: number;
}

/** A choice that measurements contradict. */
export interface Misjudgement {
  sizes: ConvolutionSizes;
  chosen: ConvolutionName;
  fastest: ConvolutionName;
  /** Time of the chosen method divided by the time of the fastest. */
  factor: number;
}

/** Returns the method that the cost model predicts to be the fastest, among those that take the sizes. */
export function chooseMethod(
  sizes: ConvolutionSizes,
  machine: Machine = LARGE_GPU,
  among: readonly ConvolutionName[] = NAMES,
): ConvolutionName {
  const able = among.filter((name) => convolutions[name].refusal(sizes) === undefined);
  return leastBy(able, (name) => predictedMs(name, convolutions[name].work(sizes), machine));
}

/**
 * Convolution by the method that the cost model predicts to be the fastest.
 *
 * @throws RangeError for a size out of its range.
 *
 * @example
 * ```ts
 * import { createConvolutionPlan } from "threeray/convolution";
 * import { allocate, openGpu, readBack } from "threeray/gpu";
 *
 * const { device, close } = await openGpu();
 * const memory = allocate(device);
 * const plan = await createConvolutionPlan(device, {
 *   input: memory.constant("x", Float32Array.of(1, 0, 2, 0, 3, 0)),
 *   filters: memory.constant("h", Float32Array.of(1, 0, 1, 0)),
 *   signals: 1,
 *   inputStride: 3,
 *   taps: 2,
 *   precursors: 0,
 *   origin: 0,
 *   outputLength: 4,
 *   decimation: 1,
 * });
 * const encoder = device.createCommandEncoder();
 * plan.encode(encoder);
 * const [bytes] = await readBack(device, [plan.output], encoder);
 * console.log(new Float32Array(bytes, 0, 8).join(" ")); // 1 0 3 0 5 0 3 0
 * plan.destroy();
 * memory.release();
 * close();
 * ```
 */
export async function createAutomaticConvolution(
  device: GPUDevice,
  config: ConvolutionConfig,
  machine: Machine = LARGE_GPU,
): Promise<Convolution & { method: ConvolutionName }> {
  const method = chooseMethod(config, machine);
  return { ...(await convolutions[method].create(device, config)), method };
}

/** Returns the cases where the cost model does not choose the fastest measured method, the worst first. It compares equal sizes. */
export function misjudgements(timings: readonly MethodTiming[], machine: Machine = LARGE_GPU): Misjudgement[] {
  const key = ({ sizes }: MethodTiming) => JSON.stringify(Object.entries(sizes).toSorted());
  return [...new Set(timings.map(key))]
    .map((group) => timings.filter((timing) => key(timing) === group))
    .map((group) => {
      const names = group.map(({ method }) => method);
      const [{ sizes }] = group;
      const chosen = chooseMethod(sizes, machine, names);
      const fastest = leastBy(group, ({ ms }) => ms);
      return { sizes, chosen, fastest: fastest.method, factor: group[names.indexOf(chosen)].ms / fastest.ms };
    })
    .filter(({ factor }) => factor > 1)
    .toSorted((a, b) => b.factor - a.factor);
}

/**
 * Returns the machine with each method's measured arithmetic speed: the median over the timings that memory and launches do
 * not explain. Methods without such timings keep their speed.
 */
export function calibrate(timings: readonly MethodTiming[], machine: Machine = LARGE_GPU): Machine {
  const flopsPerMs = { ...machine.flopsPerMs };
  for (const name of NAMES) {
    const speeds = timings
      .filter(({ method }) => method === name)
      .flatMap(({ sizes, ms }) => {
        const { flops, bytes, passes, groups } = convolutions[name].work(sizes);
        const working = ms - passes * machine.launchMs;
        const memory = bytes / machine.bytesPerMs;
        const busy = Math.min(1, groups / machine.fullGroups);
        return working > 1.1 * memory ? [flops / (busy * Math.sqrt(working ** 2 - memory ** 2))] : [];
      })
      .toSorted((a, b) => a - b);
    if (speeds.length > 0) flopsPerMs[name] = speeds[speeds.length >> 1];
  }
  return { ...machine, flopsPerMs };
}

function leastBy<T>(values: readonly T[], measure: (value: T) => number): T {
  return values.reduce((best, value) => (measure(value) < measure(best) ? value : best));
}
