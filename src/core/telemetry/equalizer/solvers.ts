import { createLevinson, levinsonRefusal } from "./levinson.ts";
import { bandedRefusal, createBanded, createLu, luRefusal } from "./lu.ts";
import { createSchur, schurRefusal } from "./schur.ts";
import type { ToeplitzSizes, ToeplitzSolver, ToeplitzSystems } from "./toeplitz.ts";

export type SolverName = "levinson" | "lu" | "banded" | "schur";

export interface SolverEntry {
  title: string;
  create(device: GPUDevice, systems: ToeplitzSystems): Promise<ToeplitzSolver>;
  /** Floating-point operations, leading term: 8 per complex product and sum. */
  flops(sizes: ToeplitzSizes): number;
  /** Returns why the solver refuses these sizes on a device, or undefined if it takes them. */
  refusal(limits: GPUSupportedLimits, sizes: ToeplitzSizes): string | undefined;
  /** Published milliseconds for 3104 MMSE systems of 186 unknowns on a Tesla K40c. */
  publishedMs?: number;
}

/**
 * The solvers of Hermitian Toeplitz systems, by stem. All give the same solutions. The thesis's banded solver was
 * a sparse QR factorization.
 */
export const solvers: Readonly<Record<SolverName, SolverEntry>> = {
  levinson: {
    title: "Levinson recursion",
    create: createLevinson,
    flops: ({ systems, size, band }) => 8 * systems * (size ** 2 + 2 * size * band),
    refusal: levinsonRefusal,
    publishedMs: 2500,
  },
  lu: {
    title: "LU",
    create: createLu,
    flops: ({ systems, size }) => 8 * systems * (size ** 3 / 6 + size ** 2),
    refusal: luRefusal,
    publishedMs: 600,
  },
  banded: {
    title: "LU within the band",
    create: createBanded,
    flops: ({ systems, size, band }) => 8 * systems * size * (band ** 2 / 2 + 2 * band),
    refusal: bandedRefusal,
    publishedMs: 356,
  },
  schur: {
    title: "Schur algorithm within the band",
    create: createSchur,
    flops: ({ systems, size, band }) => 8 * systems * size * 4 * band,
    refusal: schurRefusal,
  },
};
