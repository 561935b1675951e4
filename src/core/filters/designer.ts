import { inSlices, type SliceOptions } from "../filter-design/slices.ts";
import { designInSlices, type Filter } from "../filter-design/registry.ts";
import type { FilterSpec } from "../filter-design/spec.ts";

type Design = (spec: FilterSpec, options: SliceOptions) => Promise<Filter>;

interface Job {
  key: string;
  filter: Promise<Filter>;
  controller: AbortController;
  askers: Set<SliceOptions>;
}

/** Designs each filter once for all concurrent callers. The design ends early when all of them have left. */
export function createDesigner(run: Design = (spec, options) => inSlices(designInSlices(spec), options)): Design {
  let last: Job | undefined;

  function begin(key: string, spec: FilterSpec): Job {
    const controller = new AbortController();
    const askers: Job["askers"] = new Set();
    const onTaps = (taps: number) => {
      for (const asker of askers) asker.onTaps?.(taps);
    };
    return { key, controller, askers, filter: run(spec, { signal: controller.signal, onTaps }) };
  }

  return (spec, options) => {
    const key = JSON.stringify(spec);
    if (last?.key !== key || last.controller.signal.aborted) last = begin(key, spec);
    const { filter, controller, askers } = last;
    askers.add(options);
    return new Promise((resolve, reject) => {
      const leave = () => {
        askers.delete(options);
        if (askers.size === 0) controller.abort();
        reject(options.signal?.reason);
      };
      const settle = () => {
        askers.delete(options);
        options.signal?.removeEventListener("abort", leave);
      };
      filter.then(resolve, reject).finally(settle);
      if (options.signal?.aborted) leave();
      else options.signal?.addEventListener("abort", leave);
    });
  };
}
