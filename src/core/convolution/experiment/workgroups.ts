import type { ComparisonState, ComparisonStep } from "../../measurement/comparison.ts";
import { CONVOLUTION, type MethodName, CONVOLUTION_TITLES } from "./comparison.ts";
import { parseRange } from "../../configuration/fields.ts";
import { type ConfigOf, field, schema } from "../../configuration/schema.ts";

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

const { signal, filter, cascade, batch, seed } = CONVOLUTION.fields;

export const WORKGROUPS = schema("workgroups", 1, {
  signal,
  filter,
  cascade,
  batch,
  kernels: field.list("Kernels", "Kernels to run with workgroups of every size.", KERNELS, {
    default: ["copy", "direct-global", "direct", "overlap-save"],
  }),
  groups: field.range(
    "Invocations",
    "Invocations per workgroup: FROM:STEP:TO, FROM:*FACTOR:TO, or a list with commas. Values beyond the device's limit are skipped.",
    { default: "1:*2:16,32:32:256,320:64:512,640:128:1024", min: 1, max: 1024, integer: true },
  ),
  seed,
});

/** All settings of a sweep over workgroup sizes. */
export type WorkgroupSweep = ConfigOf<typeof WORKGROUPS>;

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
