import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { type Page, SAMPLE_BYTES, type SampleKind, type StreamPlan } from "../flow/graph/block.ts";
import { constantOperation } from "./constant.reference.ts";
import { createConstantOperation } from "./constant.ts";

/** 2^26 samples, in rows. */
const [ROWS, ROW] = [1024, 2 ** 16];

/** Elementwise work on 64 M samples of one or two signals. */
export function elementwiseCase(one: {
  name: string;
  kind: SampleKind;
  /** Kind of the output; default: the inputs' kind. */
  output?: SampleKind;
  inputs: 1 | 2;
  create(device: GPUDevice, page: Page, other: GPUBuffer): Promise<StreamPlan>;
  expected(x: Float64Array, other: Float64Array): Float64Array;
}) {
  const { name, kind, output = kind, inputs } = one;
  const [bytes, outputBytes] = [SAMPLE_BYTES[kind], SAMPLE_BYTES[output]];
  return batchCase({
    name: `${name}${name.includes(" ") ? "," : ""} 64 M ${kind}`,
    bytes: ROWS * ROW * (inputs * bytes + outputBytes),
    batch: { jobs: ROWS, bytes: ROW * bytes },
    async prepare(device, memory, rows) {
      const values = Array.from({ length: inputs }, (_, i) => noise(i + 1, (ROW * bytes) / 4));
      const buffers = values.map((value) => tiled(device, memory, "signal", value, rows));
      const [input, other = input] = buffers;
      const plan = await one.create(device, { signals: 1, length: rows * ROW, input }, other);
      const expected = () => {
        const [x, y = x] = values.map((value) => tiledRow(value, 0, value.length));
        return one.expected(x, y);
      };
      const check = { output: plan.output, row: (ROW * outputBytes) / 4, width: (outputBytes / 4) as 1 | 2, expected };
      return { plan, check };
    },
  });
}

const works = [
  { kind: "real", operation: "add", constant: 0.375 },
  { kind: "real", operation: "multiply", constant: 0.375 },
  { kind: "complex", operation: "add", constant: [0.375, -0.5] },
  { kind: "complex", operation: "multiply", constant: [0.375, -0.5] },
] as const;

export const cases = works.map((work) =>
  elementwiseCase({
    name: `arithmetic/constant ${work.operation}`,
    kind: work.kind,
    inputs: 1,
    create: (device, page) => createConstantOperation(device, { ...page, ...work }),
    expected: (x) => constantOperation(x, work),
  }),
);
