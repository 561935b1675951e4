import type { BoundKernel, Kernel, Values } from "../gpu/kernel.ts";
import { sequence, type Stage } from "../gpu/timing.ts";
import { groupsOf } from "./detector.ts";

/** Edges that a dispatch looks at, at most: so many take less than 50 ms. */
const MOST_EDGES = 2 ** 29;
/** Slices of buffers begin at multiples of 256 bytes, which so many uses of any size fill. */
const ALIGNED_USES = 64;

export interface Parts extends Stage {
  set(values: Values): void;
  destroy(): void;
}

/** Uses of a dispatch, where each use costs so many edges. */
export const usesOfPart = (edges: number) => ALIGNED_USES * Math.max(1, Math.floor(MOST_EDGES / edges / ALIGNED_USES));

/** A kernel bound to a page of uses: in parts, one dispatch each, where all at once would hold the GPU too long. */
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
    /** Uses of a workgroup. */
    usesPerGroup: number;
    /** Of a use. */
    edges: number;
    /** Buffers by binding, with their bytes for each use. */
    rows: Readonly<Record<string, readonly [GPUBuffer, number]>>;
    /** All but `uses`. */
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
