import type { Plan } from "../../gpu/timing.ts";
import { checkedInteger } from "../../gpu/rows.ts";

/** A batch of Hermitian positive definite Toeplitz systems R x = g, R[j, k] = r(j − k), r(−k) = r*(k). */
export interface ToeplitzSystems {
  /** Names the plan in errors and timings. Default: the solver's own name. */
  label?: string;
  /** Number of systems, ≥ 1. */
  systems: number;
  /** Unknowns n of a system. */
  size: number;
  /** Entries of r that are kept, 1 … size: r(k) = 0 from `band` on. */
  band: number;
  /** First columns r(0), r(1), …, vec2f [system][band]. r(0) counts as real. */
  column: GPUBuffer;
  /** Right-hand sides g, vec2f [system][size]. */
  right: GPUBuffer;
}

/** Sizes of a batch of systems, which determine a solver's cost. */
export type ToeplitzSizes = Pick<ToeplitzSystems, "systems" | "size" | "band">;

export interface ToeplitzSolver extends Plan {
  /** x, vec2f [system][size]; zeros if the matrix is not positive definite in float32. */
  readonly solution: GPUBuffer;
}

/** @throws RangeError that names the number out of its range. */
export function checkToeplitz(label: string, { systems, size, band }: ToeplitzSizes): void {
  for (const [name, value] of Object.entries({ systems, size, band })) checkedInteger(label, name, value, 1);
  if (band > size) throw new RangeError(`${label}: band must be at most the size ${size}, got ${band}`);
}

/** Largest scratch memory on any device: enough for all workgroups that run at once. */
const MOST_SCRATCH = 2 ** 28;

/** Returns the number of workgroups that share `count` pieces of work, so that their scratch memory of `bytes` each can be bound. */
export function workgroupsFor(limits: GPUSupportedLimits, count: number, bytes: number): number {
  const most = Math.floor(Math.min(limits.maxStorageBufferBindingSize, MOST_SCRATCH) / bytes);
  return Math.min(count, Math.max(1, most), limits.maxComputeWorkgroupsPerDimension);
}
