import { type Machine, predictedMs } from "./cost.ts";
import type { Convolution, ConvolutionConfig, ConvolutionSizes } from "./plan.ts";
import { type ConvolutionName, convolutions } from "./registry.ts";

const NAMES = Object.keys(convolutions) as ConvolutionName[];

/**
 * A large GPU, one NVIDIA H100 through Dawn, as `bench-cost` learns it from the bench (docs/performance.md). Memory alone
 * explains what the long transform takes: its arithmetic is an estimate. A choice depends on ratios, which other devices share
 * more or less; `calibrate` finds out.
 */
export const LARGE_GPU: Machine = {
  launchMs: 0.004,
  bytesPerMs: 2.94e9,
  fullGroups: 528,
  flopsPerMs: {
    "direct-global": 1.17e10,
    direct: 2.21e10,
    transform: 1.6e10,
    "overlap-save": 2.71e10,
    "overlap-add": 2.31e10,
  },
};

/** A method's measured time. */
export interface MethodTiming {
  method: ConvolutionName;
  sizes: ConvolutionSizes;
  ms: number;
}

/** A choice that measurements show to be wrong. */
export interface Misjudgement {
  sizes: ConvolutionSizes;
  chosen: ConvolutionName;
  fastest: ConvolutionName;
  /** Time of the chosen method by that of the fastest. */
  factor: number;
}

/** The method that the cost model expects to be the fastest, of those that take the sizes. */
export function chooseMethod(
  sizes: ConvolutionSizes,
  machine: Machine = LARGE_GPU,
  among: readonly ConvolutionName[] = NAMES,
): ConvolutionName {
  const able = among.filter((name) => convolutions[name].refusal(sizes) === undefined);
  return leastBy(able, (name) => predictedMs(name, convolutions[name].work(sizes), machine));
}

/**
 * Convolution by the method that the cost model expects to be the fastest.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createAutomaticConvolution(
  device: GPUDevice,
  config: ConvolutionConfig,
  machine: Machine = LARGE_GPU,
): Promise<Convolution & { method: ConvolutionName }> {
  const method = chooseMethod(config, machine);
  return { ...(await convolutions[method].create(device, config)), method };
}

/** Where the cost model does not choose what was measured to be the fastest, the worst first. Equal sizes are compared. */
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
 * The machine with each method's arithmetic speed as measured: the median of the timings that memory and launches do not
 * explain. Methods without such timings keep their speed.
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
