import { cases as copyCases } from "../arithmetic/copy.bench.ts";
import { errorOnGpu } from "../measurement/timed-task.ts";
import { type BenchCase, batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { calibrate, LARGE_GPU, type MethodTiming } from "./automatic.ts";
import type { Machine } from "./cost.ts";
import { createDirectConvolution } from "./direct.ts";
import type { Convolution, ConvolutionConfig } from "./plan.ts";
import { convolutionTask } from "./task.ts";
import { type ConvolutionName, convolutions } from "./registry.ts";

const [copy] = copyCases;
const second = { taps: [...noise(2, 23)], delay: 11 };
const whole = { inputStride: 12_672, origin: 0, outputLength: 12_672, decimation: 1 };
const first = { taps: 186, precursors: 60 };

/** The sizes of the thesis's comparison (186 taps, 23 taps, both in series), and of the receiver's filter. */
const shapes = {
  "186 taps": { ...whole, ...first },
  "23 taps": { ...whole, taps: second.taps.length, precursors: second.delay },
  "186 + 23 taps": { ...whole, ...first, cascade: second },
  "186 + 23 taps, every second sample of a window": {
    inputStride: 16_384,
    origin: 200,
    outputLength: 6336,
    decimation: 2,
    ...first,
    cascade: second,
  },
};

const signals = 3104;
/** Number of different signals. */
const OWN = 32;

/** Returns the bench cases of a method, with the milliseconds published for one Tesla K40c. */
export function convolutionCases(
  method: ConvolutionName,
  create: (device: GPUDevice, config: ConvolutionConfig) => Promise<Convolution>,
  published: Partial<Record<keyof typeof shapes, number>>,
): BenchCase[] {
  return Object.entries(shapes).map(([name, shape]) => {
    const ms = published[name as keyof typeof shapes];
    const read = Math.min(shape.inputStride, shape.outputLength * shape.decimation);
    const line = batchCase({
      name: nameOf(method, name),
      bytes: signals * (read + shape.outputLength + shape.taps) * 8,
      published: ms ? { ms, on: "Tesla K40c" } : undefined,
      batch: { jobs: signals, group: OWN, bytes: shape.inputStride * 8 },
      async prepare(device, memory, signals) {
        const rows = (label: string, row: number) =>
          tiled(device, memory, label, noise(1, OWN * 2 * row), signals / OWN);
        const [input, filters] = [rows("samples", shape.inputStride), rows("taps", shape.taps)];
        return { plan: await create(device, { signals, ...shape, input, filters }) };
      },
    });
    return {
      ...line,
      error: (gpu, signals) =>
        errorOnGpu(gpu, convolutionTask({ signals, ...shape }, 1), (signals, [input, filters]) =>
          create(gpu.device, { signals, ...shape, input, filters }),
        ),
    };
  });
}

const nameOf = (method: ConvolutionName, shape: string) => `convolution/${method} ${shape}, ${signals} packets`;

/**
 * Returns the convolution timings of a benchmark and the machine of the cost model that fits them. The shortest line gives the
 * time of a launch.
 *
 * @throws RangeError if the line of the copy kernel is missing.
 */
export function costsMeasured(lines: readonly { name: string; ms: number }[]): {
  timings: (MethodTiming & { shape: string })[];
  machine: Machine;
} {
  const msOf = (wanted: string) => lines.find(({ name }) => name === wanted)?.ms;
  const timings = (Object.keys(convolutions) as ConvolutionName[]).flatMap((method) =>
    Object.entries(shapes).flatMap(([shape, sizes]) => {
      const ms = msOf(nameOf(method, shape));
      return ms === undefined ? [] : [{ method, shape, sizes: { signals, ...sizes }, ms }];
    }),
  );
  const copyMs = msOf(copy.name);
  if (copyMs === undefined) throw new RangeError(`convolution/cost: there must be a line "${copy.name}"`);
  const launchMs = Math.min(...lines.map(({ ms }) => ms));
  return { timings, machine: calibrate(timings, { ...LARGE_GPU, launchMs, bytesPerMs: copy.bytes / copyMs }) };
}

export const cases = convolutionCases("direct", createDirectConvolution, {
  "186 taps": 180.3,
  "23 taps": 22.7,
  "186 + 23 taps": 205,
});
