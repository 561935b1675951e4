import type { ComparisonState, ComparisonStep } from "../../measurement/comparison.ts";
import { CONVOLUTION, type MethodName, CONVOLUTION_TITLES, type Workload, workloadOf } from "./comparison.ts";
import { createSchema, type Field, type FieldName, parseRange } from "../../configuration/fields.ts";

/** Titles of the kernels that are swept over invocations per workgroup. */
export const KERNEL_TITLES = {
  copy: "Copy of the samples",
  "direct-global": CONVOLUTION_TITLES["direct-global"],
  direct: CONVOLUTION_TITLES.direct,
  "overlap-save": CONVOLUTION_TITLES["overlap-save"],
  "overlap-add": CONVOLUTION_TITLES["overlap-add"],
  workgroup: "FFT of 256 points, in registers",
  mixed: "FFT of 60 points, mixed radices",
  product: "Product of spectra, in place",
  chirp: "Product with one chirp",
  slice: "Slice of the samples",
  composite: "Composite of two filters",
} as const satisfies Readonly<Partial<Record<MethodName, string>> & Record<string, string>>;

export type KernelName = keyof typeof KERNEL_TITLES;
export const KERNELS = Object.keys(KERNEL_TITLES) as KernelName[];

/** All settings of a sweep over workgroup sizes. */
export interface WorkgroupSweep extends Workload {
  lab: "workgroups";
  version: 1;
  kernels: KernelName[];
  /** Invocations per workgroup, as parseRange reads them. Values beyond the device's limit are skipped. */
  groups: string;
}

const { signal, filter, cascade, batch, seed } = CONVOLUTION.fields;

const fields: Readonly<Record<FieldName<WorkgroupSweep>, Field>> = {
  signal,
  filter,
  cascade,
  batch,
  kernels: {
    kind: "list",
    change: "rebuild",
    label: "Kernels",
    choices: KERNELS,
    description: "Kernels to run with workgroups of every size.",
  },
  groups: {
    kind: "range",
    change: "rebuild",
    label: "Invocations",
    unit: "",
    min: 1,
    max: 1024,
    integer: true,
    description:
      "Invocations per workgroup: FROM:STEP:TO, FROM:*FACTOR:TO, or a list with commas. Values beyond the device's limit are skipped.",
  },
  seed,
};

const defaults: WorkgroupSweep = {
  lab: "workgroups",
  version: 1,
  ...workloadOf(CONVOLUTION.defaults),
  kernels: ["copy", "direct-global", "direct", "overlap-save"],
  groups: "1:*2:16,32:32:256,320:64:512,640:128:1024",
};

export const WORKGROUPS = createSchema("workgroups", fields, defaults);

/** A point of a sweep over workgroup sizes. */
export interface WorkgroupPoint {
  /** Invocations per workgroup. */
  group: number;
}
export type WorkgroupState = ComparisonState<WorkgroupSweep, WorkgroupPoint>;
export type WorkgroupStep = ComparisonStep<WorkgroupSweep, WorkgroupPoint>;

/** Returns the sizes up to `limit` invocations per workgroup, each once, ascending. */
export function groupsOf({ groups }: Pick<WorkgroupSweep, "groups">, limit: number): number[] {
  return [...new Set(parseRange(groups))].filter((group) => group <= limit).toSorted((a, b) => a - b);
}
