import type { BoundKernel, Kernel, Values } from "../gpu/kernel.ts";
import { sequence, type Stage, type Plan } from "../gpu/timing.ts";
import { dispatchSize } from "./detector.ts";

/** Most edges per dispatch; they take less than 50 ms. */
const MOST_EDGES = 2 ** 29;
/** Parts start at multiples of this many uses, whose bytes are multiples of 256, as bindings need. */
const ALIGNED_USES = 64;

export interface Parts extends Plan {
  /** The same kernel, which leaves out the skipped uses. */
  readonly again: Stage;
  set(values: Values): void;
}

/** Uses per dispatch for a number of edges per use. */
export const usesOfPart = (edges: number) => ALIGNED_USES * Math.max(1, Math.floor(MOST_EDGES / edges / ALIGNED_USES));

/**
 * A kernel bound to a page of uses. Where one dispatch would block the GPU too long, it runs in parts. The kernel has the binding
 * `skipped`, u32 [use], and the parameter `skips`, which says whether it applies.
 */
export function bindParts(
  kernel: Kernel,
  {
    uses,
    usesPerGroup,
    edges,
    rows,
    skipped,
    params,
  }: {
    uses: number;
    /** Uses per workgroup. */
    usesPerGroup: number;
    /** Edges per use. */
    edges: number;
    /** Buffers by binding, with their bytes per use. */
    rows: Readonly<Record<string, readonly [GPUBuffer, number]>>;
    /** The uses to leave out, u32 [use]. Default none. */
    skipped: GPUBuffer | undefined;
    /** All parameters except `uses` and `skips`. */
    params: Values;
  },
): Parts {
  const part = usesOfPart(edges);
  const bounds: BoundKernel[] = [];
  // The kernel's bindings must exist, even if it does not read them.
  const [[unread]] = Object.values(rows);
  const bindings = { ...rows, skipped: skipped ? ([skipped, 4] as const) : ([unread, 0] as const) };
  const stageOf = (skips: boolean): Stage => {
    const stages: Stage[] = [];
    for (let first = 0; first < uses; first += part) {
      const count = Math.min(part, uses - first);
      const slices = Object.entries(bindings).map(([name, [buffer, bytes]]) => {
        return [name, bytes ? { buffer, offset: first * bytes, size: count * bytes } : buffer] as const;
      });
      const one = kernel.bind({
        ...Object.fromEntries(slices),
        params: { ...params, uses: count, skips: Number(skips) },
      });
      const groups = dispatchSize(Math.ceil(count / usesPerGroup));
      bounds.push(one);
      const encode: Stage["encode"] = (encoder, timestampWrites) => one.encode(encoder, groups, timestampWrites);
      stages.push({ label: kernel.label, encode });
    }
    return sequence(kernel.label, stages);
  };
  const all = stageOf(false);
  return {
    ...all,
    again: skipped ? stageOf(true) : all,
    set(values) {
      for (const bound of bounds) bound.set(values);
    },
    destroy() {
      for (const bound of bounds) bound.destroy();
    },
  };
}
