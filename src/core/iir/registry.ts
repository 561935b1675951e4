import type { Page, SampleKind, StreamPlan } from "../flow/graph/block.ts";
import { abs, type Complex } from "../filter-design/complex.ts";
import type { IirFilter, RecursiveFilter } from "../filter-design/registry.ts";
import { fractionsOf } from "./poles.ts";

/** The configuration of a recursive filter. */
export type IirName = "one-pole" | "scan" | "parallel" | "block-convolution";

/** Most sections per kernel; longer cascades need several kernels. */
export const MOST_SECTIONS = 8;
/** Most sections with complex coefficients per kernel. */
export const MOST_COMPLEX_SECTIONS = 4;
/** Samples of a block in block convolution. */
export const BLOCK = 1024;

export interface IirConfig extends Page {
  /** Complex for a filter with complex coefficients. */
  kind: SampleKind;
  filter: RecursiveFilter;
}

export interface IirMethod {
  title: string;
  /** Folder and stem of the method. */
  label: string;
  /**
   * Filters page by page, from rest.
   *
   * @throws RangeError for an unstable filter, with its pole, and for one that the method refuses.
   */
  create(device: GPUDevice, config: IirConfig): Promise<StreamPlan>;
  /** The reason why the method does not take a filter; `undefined` where it does. */
  refusal(filter: RecursiveFilter): string | undefined;
  /** Multiplications and additions per float32 of a signal. */
  flops(filter: RecursiveFilter): number;
  /** Bytes read and written per float32 of a signal. */
  bytes(filter: RecursiveFilter): number;
}

type Create = IirMethod["create"];

/** Wraps a method so that it throws for unstable or refused filters before anything runs. */
function checked(method: IirMethod): IirMethod {
  const refusal = (filter: RecursiveFilter) =>
    filter.stability.stable ? method.refusal(filter) : filter.stability.verdict;
  const create: Create = async (device, config) => {
    const { kind, filter } = config;
    const real = kind === "real" && filter.kind === "complex-iir";
    const reason = real ? "must get complex samples for complex coefficients, got real ones" : refusal(filter);
    if (reason) throw new RangeError(`${method.label}: ${reason}`);
    return method.create(device, config);
  };
  return { ...method, refusal, create };
}

/** y[n] = gain·x[n] + pole·y[n−1]; `undefined` for any other filter. */
function onePoleOf(filter: RecursiveFilter): { pole: number | Complex; gain: number | Complex } | undefined {
  const poles = filter.zpk.poles.filter((pole) => abs(pole) > 0);
  const late =
    filter.kind === "iir" ? filter.sections.some(([b0]) => b0 === 0) : filter.sections.some(({ b }) => abs(b[0]) === 0);
  if (late || poles.length !== 1 || filter.zpk.zeros.some((zero) => abs(zero) > 0)) return undefined;
  return filter.kind === "iir"
    ? { pole: poles[0].re, gain: filter.zpk.gain }
    : { pole: poles[0], gain: filter.zpk.gain };
}

/** The reason why partial fractions do not take a filter, without the prefix of the error. */
function fractionsRefusal(filter: RecursiveFilter): string | undefined {
  if (filter.kind !== "iir") return "must have real coefficients: use scan";
  try {
    fractionsOf(filter);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message.replace(/^\S+: /, "");
    throw error;
  }
}

/** Number of partial fractions of a filter: one per pair of poles. */
const fractionCount = ({ zpk }: RecursiveFilter) => zpk.poles.filter((pole) => abs(pole) > 0 && pole.im >= 0).length;

// Loaded on first use: titles, refusals and costs are needed without a device.
const onePole: Create = async (device, { filter, ...page }) =>
  (await import("./one-pole.ts")).createOnePole(device, { ...page, pole: 0, ...onePoleOf(filter) });
const scan: Create = async (device, { filter, ...page }) =>
  filter.kind === "iir"
    ? (await import("./sections.ts")).createSections(device, { ...page, sections: filter.sections })
    : (await import("./complex-sections.ts")).createComplexSections(device, { ...page, sections: filter.sections });
const parallel: Create = async (device, { filter, ...page }) =>
  (await import("./parallel.ts")).createParallel(device, { ...page, filter: filter as IirFilter });
const blockConvolution: Create = async (device, { filter, ...page }) =>
  (await import("./block-convolution.ts")).createBlockConvolution(device, { ...page, filter: filter as IirFilter });

/** The methods of recursive filters. All take the same configuration. */
export const iirs: Readonly<Record<IirName, IirMethod>> = {
  "one-pole": checked({
    title: "One pole, prefix sum",
    label: "iir/one-pole",
    create: onePole,
    refusal: (filter) =>
      onePoleOf(filter) === undefined ? "must have one pole, and zeros at the origin alone: use scan" : undefined,
    // The contribution of a sample to the end of a run, and the recursion.
    flops: () => 5,
    bytes: () => 8,
  }),
  scan: checked({
    title: "Sections in cascade, scan",
    label: "iir/sections",
    create: scan,
    refusal: () => undefined,
    // A section's output and two states take 11 operations, plus the sample's contribution at the end of a run; complex numbers take twice as many.
    flops: ({ kind, sections }) => (kind === "iir" ? 15 : 30) * sections.length,
    bytes: ({ kind, sections }) =>
      8 * Math.ceil(sections.length / (kind === "iir" ? MOST_SECTIONS : MOST_COMPLEX_SECTIONS)),
  }),
  parallel: checked({
    title: "Partial fractions, scan",
    label: "iir/parallel",
    create: parallel,
    refusal: fractionsRefusal,
    // A step of a state takes 7 operations: from rest to a chunk's end, from rest to a run's end, and from the run's true start; plus its weight.
    flops: (filter) => 25 * fractionCount(filter) + 1,
    bytes: () => 12,
  }),
  "block-convolution": checked({
    title: "Blocks by FFT",
    label: "iir/block-convolution",
    create: blockConvolution,
    refusal: fractionsRefusal,
    // A step of a state to the block's end takes 7 operations, plus its weight. Two blocks share a forward and an inverse transform of twice their length.
    flops: (filter) => 11 * fractionCount(filter) + 10 * Math.log2(2 * BLOCK) + 6,
    bytes: () => 12,
  }),
};
