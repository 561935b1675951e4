import type { BoundKernel, Kernel, Values } from "../gpu/kernel.ts";
import { sequence, type Stage } from "../gpu/timing.ts";
import { groupsOf } from "./detector.ts";

/** Most edges per dispatch; they take less than 50 ms. */
const MOST_EDGES = 2 ** 29;
/** Parts start at multiples of this many uses, whose bytes are multiples of 256, as bindings need. */
const ALIGNED_USES = 64;

export interface Parts extends Stage {
  set(values: Values): void;
  destroy(): void;
}

/** Uses per dispatch for a number of edges per use. */
export const usesOfPart = (edges: number) => ALIGNED_USES * Math.max(1, Math.floor(MOST_EDGES / edges / ALIGNED_USES));

/** A kernel bound to a page of uses. Where one dispatch would block the GPU too long, it runs in parts. */
export function bindParts(
  kernel: Kernel,
  {
    uses,
    usesPerGroup,
    edges,
    rows,
    params,
  }: {
    uses: number;
    /** Uses per workgroup. */
    usesPerGroup: number;
    /** Edges per use. */
    edges: number;
    /** Buffers by binding, with their bytes per use. */
    rows: Readonly<Record<string, readonly [GPUBuffer, number]>>;
    /** All parameters except `uses`. */
    params: Values;
  },
): Parts {
  const part = usesOfPart(edges);
  const bounds: BoundKernel[] = [];
  const stages: Stage[] = [];
  for (let first = 0; first < uses; first += part) {
    const count = Math.min(part, uses - first);
    const slices = Object.entries(rows).map(([name, [buffer, bytes]]) => [
      name,
      { buffer, offset: first * bytes, size: count * bytes },
    ]);
    const bound = kernel.bind({ ...Object.fromEntries(slices), params: { ...params, uses: count } });
    const groups = groupsOf(Math.ceil(count / usesPerGroup));
    bounds.push(bound);
    stages.push({
      label: kernel.label,
      encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    });
  }
  return {
    ...sequence(kernel.label, stages),
    set(values) {
      for (const bound of bounds) bound.set(values);
    },
    destroy() {
      for (const bound of bounds) bound.destroy();
    },
  };
}
