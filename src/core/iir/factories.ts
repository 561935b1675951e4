import type { IirFilter } from "../filter-design/registry.ts";
import type { StreamPlan } from "../flow/graph/block.ts";
import type { IirConfig } from "./limits.ts";
import { type IirName, iirs, onePoleOf } from "./registry.ts";

/** Creates the plan of a recursive filter, which filters page by page, from rest. */
export type CreateIir = (device: GPUDevice, config: IirConfig) => Promise<StreamPlan>;

// A method's kernels are loaded when it is first used.
const CREATE: Readonly<Record<IirName, CreateIir>> = {
  "one-pole": async (device, { filter, ...page }) =>
    (await import("./one-pole.ts")).createOnePole(device, { ...page, pole: 0, ...onePoleOf(filter) }),
  scan: async (device, { filter, ...page }) =>
    filter.kind === "iir"
      ? (await import("./sections.ts")).createSections(device, { ...page, sections: filter.sections })
      : (await import("./complex-sections.ts")).createComplexSections(device, { ...page, sections: filter.sections }),
  parallel: async (device, { filter, ...page }) =>
    (await import("./parallel.ts")).createParallel(device, { ...page, filter: filter as IirFilter }),
  "block-convolution": async (device, { filter, ...page }) =>
    (await import("./block-convolution.ts")).createBlockConvolution(device, { ...page, filter: filter as IirFilter }),
};

/**
 * Returns a method's factory.
 *
 * The factory throws a RangeError before anything runs: for an unstable filter, with its pole; for complex coefficients and
 * real samples; and for a filter that the method refuses.
 */
export const iirFactory =
  (name: IirName): CreateIir =>
  async (device, config) => {
    const { label, refusal } = iirs[name];
    const { kind, filter } = config;
    const isReal = kind === "real" && filter.kind === "complex-iir";
    const reason = isReal ? "must get complex samples for complex coefficients, got real ones" : refusal(filter);
    if (reason) throw new RangeError(`${label}: ${reason}`);
    return CREATE[name](device, config);
  };
