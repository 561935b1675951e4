import { fftFlops } from "../convolution/cost.ts";
import { createPffft, isPffftLength } from "../fft/pffft.ts";
import { createWorkgroupFft, FFT_MAX_LENGTH } from "../fft/workgroup.ts";
import type { Gpu } from "../gpu/device.ts";
import { compare, type ComparisonState, type ComparisonStep, type Entrant } from "./comparison.ts";
import { createSchema, type Field, type FieldName, seedField, type Transfers, transfersField } from "./fields.ts";
import { type Measurement, measureCpu, measureGpu, type Task } from "./measurement.ts";

interface FftMethod {
  refusal(length: number): string | undefined;
  measure(gpu: Gpu, task: Task, config: FftComparison): Promise<Measurement>;
}

/** The ways to transform, by stem. */
const METHODS = {
  pffft: {
    refusal: (length: number) =>
      isPffftLength(length) ? undefined : "PFFFT transforms lengths 2^a·3^b·5^c with a ≥ 4 only",
    measure: (_: Gpu, task: Task, { length }: FftComparison) => measureCpu(task, (batch) => cpuFft(length, batch)),
  },
  workgroup: {
    refusal: (length: number) =>
      Number.isInteger(Math.log2(length)) && length <= FFT_MAX_LENGTH
        ? undefined
        : `one workgroup transforms powers of two from 2 to ${FFT_MAX_LENGTH} only`,
    measure: (gpu: Gpu, task: Task, { length, transfers }: FftComparison) =>
      measureGpu(
        gpu,
        task,
        (batch, [input]) => createWorkgroupFft(gpu.device, { length, batch, input }),
        transfers === "included",
      ),
  },
} satisfies Record<string, FftMethod>;

export type FftMethodName = keyof typeof METHODS;
const NAMES = Object.keys(METHODS) as FftMethodName[];

/** Everything that a comparison of transforms depends on. */
export interface FftComparison {
  lab: "fft";
  version: 1;
  length: number;
  batch: number;
  methods: FftMethodName[];
  transfers: Transfers;
  seed: number;
}

const fields: Readonly<Record<FieldName<FftComparison>, Field>> = {
  length: {
    kind: "number",
    label: "Length",
    unit: "points",
    min: 2,
    max: 2 ** 22,
    step: 1,
    integer: true,
    description: "Complex points of a transform.",
  },
  batch: {
    kind: "number",
    label: "Batch",
    unit: "",
    min: 1,
    max: 2 ** 24,
    step: 1,
    integer: true,
    description: "Transforms at once.",
  },
  methods: { kind: "list", label: "Methods", choices: NAMES, description: "Which transforms to compare." },
  transfers: transfersField("the samples", "the transforms"),
  seed: seedField("samples"),
};

const defaults: FftComparison = {
  lab: "fft",
  version: 1,
  length: 1024,
  batch: 1024,
  methods: [...NAMES],
  transfers: "excluded",
  seed: 1,
};

export const FFT = createSchema("fft", fields, defaults);

/** Sizes of one point of a comparison. */
export interface FftPoint {
  length: number;
  batch: number;
}
export type FftState = ComparisonState<FftComparison, FftPoint>;
export type FftStep = ComparisonStep<FftComparison, FftPoint>;

/** Products and sums that the checked bins may cost. */
const CHECKED_TERMS = 2 ** 22;

/** Compares forward transforms, one method a step. */
export function compareFfts(
  gpu: Gpu,
  state: FftState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<FftStep> {
  const { config } = state;
  const { length, batch } = config;
  const task: Task = {
    batch,
    inputs: [{ name: "samples", row: length }],
    outputRow: length,
    seed: config.seed,
    expected: ([x], k) => bin(x, k),
    samples: Math.min(256, Math.ceil(CHECKED_TERMS / length)),
  };
  const entrants = config.methods.map((method): Entrant<FftPoint> => {
    const { refusal, measure }: FftMethod = METHODS[method];
    return {
      method,
      point: { length, batch },
      flops: batch * fftFlops(length),
      bytes: 16 * batch * length,
      refusal: refusal(length),
      measure: (gpu) => measure(gpu, task, config),
    };
  });
  return compare(gpu, state, entrants, signal);
}

/** X[k] = Σn x[n]·e^{−j2πkn/N} in float64. */
function bin(x: Float32Array, k: number): [number, number] {
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
