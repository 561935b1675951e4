import type { Groups, Kernel, Resource, Values } from "../gpu/kernel.ts";
import type { Allocation } from "../gpu/pool.ts";
import type { Plan, Stage } from "../gpu/timing.ts";

/** Convolutions with two filters, which share work. */
export interface PairPlan extends Plan {
  /** The same work with the results of one filter only. */
  readonly alone: readonly [Stage, Stage];
}

interface PairWork {
  label: string;
  kernel: Kernel;
  /** All resources but the kernel's `params`: the first and the last filter whose results it writes, `least` and `most`. */
  resources: Readonly<Record<string, Resource>>;
  /** Other members of its `params`. */
  params?: Values;
  groups: Groups;
  /** Released with the plan. */
  memory: Allocation;
}

/** Binds a kernel that writes the results of both filters, or of one. */
export function pairPlan({ label, kernel, resources, params, groups, memory }: PairWork): PairPlan {
  const bounds = [
    [0, 1],
    [0, 0],
    [1, 1],
  ].map(([least, most]) => kernel.bind({ ...resources, params: { least, most, ...params } }));
  const [both, ...alone] = bounds.map((bound): Stage => {
    return { label, encode: (encoder, timing) => bound.encode(encoder, groups, timing) };
  });
  return {
    ...both,
    alone: [alone[0], alone[1]],
    destroy() {
      for (const bound of bounds) bound.destroy();
      memory.release();
    },
  };
}
