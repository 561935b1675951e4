import { fftFlops } from "../cost.ts";
import { createBluestein } from "../../fft/bluestein.ts";
import { createFft, FFT_LONGEST } from "../../fft/fft.ts";
import { createMixedFft } from "../../fft/mixed.ts";
import type { Fft, FftPassConfig } from "../../fft/pass.ts";
import { createPffft } from "../../fft/pffft.ts";
import { createWorkgroupFft } from "../../fft/workgroup.ts";
import type { Gpu } from "../../gpu/device.ts";
import { compare, type ComparisonState, type ComparisonStep, type Entrant } from "../../measurement/comparison.ts";
import type { Transfers } from "../../configuration/fields.ts";
import { type ConfigOf, field, schema } from "../../configuration/schema.ts";
import { type MethodMeasurement, measureCpu, measureGpu, type TimedTask } from "../../measurement/timed-task.ts";

/** What a method has to know of a comparison. */
interface TimedFft {
  length: number;
  transfers: Transfers;
}
type Measure = (gpu: Gpu, task: TimedTask, config: TimedFft) => Promise<MethodMeasurement>;

const onGpu =
  (create: (device: GPUDevice, config: Pick<FftPassConfig, "length" | "batch" | "input">) => Promise<Fft>): Measure =>
  (gpu, task, { length, transfers }) =>
    measureGpu(gpu, task, (batch, [input]) => create(gpu.device, { length, batch, input }), transfers === "included");

/** The FFT methods, by stem. A plan refuses a length that it does not take, with a reason for the result. */
const METHODS = {
  pffft: (_, task, { length }) => measureCpu(task, (batch) => cpuFft(length, batch)),
  fft: onGpu(createFft),
  workgroup: onGpu(createWorkgroupFft),
  mixed: onGpu(createMixedFft),
  bluestein: onGpu(createBluestein),
} satisfies Record<string, Measure>;

export type FftMethodName = keyof typeof METHODS;
const NAMES = Object.keys(METHODS) as FftMethodName[];

export const FFT = schema("fft", 1, {
  length: field.whole("Length", "Complex points per transform.", {
    default: 1024,
    unit: "points",
    min: 2,
    max: FFT_LONGEST,
  }),
  batch: field.whole("Batch", "Number of transforms computed at once.", { default: 1024, min: 1, max: 2 ** 24 }),
  methods: field.list("Methods", "FFT methods to compare.", NAMES, { default: NAMES }),
  transfers: field.transfers("the samples", "the transforms"),
  seed: field.seed("samples"),
});

/** All settings of a comparison of transforms. */
export type FftComparison = ConfigOf<typeof FFT>;

/** Sizes of one point of a comparison. */
export interface FftPoint {
  length: number;
  batch: number;
}
export type FftState = ComparisonState<FftComparison, FftPoint>;
export type FftStep = ComparisonStep<FftComparison, FftPoint>;

/** Most products and sums for the checked bins. */
const CHECKED_TERMS = 2 ** 22;

/** Compares forward transforms, one method per step. */
export function compareFfts(
  gpu: Gpu,
  state: FftState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<FftStep> {
  const { config } = state;
  const { length, batch } = config;
  const task: TimedTask = {
    batch,
    inputs: [{ name: "samples", row: length }],
    outputRow: length,
    seed: config.seed,
    expected: ([x], k) => bin(x, k),
    samples: Math.min(256, Math.ceil(CHECKED_TERMS / length)),
  };
  const entrants = config.methods.map((method): Entrant<FftPoint> => ({
    method,
    point: { length, batch },
    flops: batch * fftFlops(length),
    bytes: 16 * batch * length,
    measure: (gpu) => METHODS[method](gpu, task, config),
  }));
  return compare(gpu, state, entrants, signal);
}

/** X[k] = Σn x[n]·e^{−j2πkn/N} in float64. */
export function bin(x: Float32Array, k: number): [number, number] {
  const N = x.length / 2;
  let [re, im] = [0, 0];
  for (let n = 0; n < N; n++) {
    const angle = (-2 * Math.PI * ((k * n) % N)) / N;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    re += x[2 * n] * cos - x[2 * n + 1] * sin;
    im += x[2 * n] * sin + x[2 * n + 1] * cos;
  }
  return [re, im];
}

async function cpuFft(length: number, batch: number) {
  const [IN, OUT] = [0, 1];
  const pffft = await createPffft(length, 2);
  return {
    run([x]: readonly Float32Array[], y: Float32Array) {
      for (let b = 0; b < batch; b++) {
        const [start, end] = [2 * b * length, 2 * (b + 1) * length];
        pffft.vector(IN).set(x.subarray(start, end));
        pffft.transform(IN, OUT);
        y.set(pffft.vector(OUT), start);
      }
    },
    destroy: pffft.destroy,
  };
}
