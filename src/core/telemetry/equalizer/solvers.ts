import { createLevinson } from "./levinson.ts";
import { createBanded, createLu } from "./lu.ts";
import { createSchur } from "./schur.ts";
import type { ToeplitzSizes, ToeplitzSolver, ToeplitzSystems } from "./toeplitz.ts";

export type SolverName = "levinson" | "lu" | "banded" | "schur";

export interface SolverEntry {
  title: string;
  create(device: GPUDevice, systems: ToeplitzSystems): Promise<ToeplitzSolver>;
  /** Floating-point operations, leading term: 8 per complex product and sum. */
  flops(sizes: ToeplitzSizes): number;
  /** Published milliseconds for 3104 MMSE systems of 186 unknowns on a Tesla K40c. */
  publishedMs?: number;
}

/**
 * The solvers of Hermitian Toeplitz systems, by stem. All give the same solutions. The thesis's banded solver was
 * a sparse QR factorization.
 */
export const solvers: Readonly<Record<SolverName, SolverEntry>> = {
  levinson: {
    title: "Levinson",
    create: createLevinson,
    flops: ({ systems, size, band }) => 8 * systems * (size ** 2 + 2 * size * band),
    publishedMs: 2500,
  },
  lu: {
    title: "LU",
    create: createLu,
    flops: ({ systems, size }) => 8 * systems * (size ** 3 / 6 + size ** 2),
    publishedMs: 600,
  },
  banded: {
    title: "Banded LU",
    create: createBanded,
    flops: ({ systems, size, band }) => 8 * systems * size * (band ** 2 / 2 + 2 * band),
    publishedMs: 356,
  },
  schur: {
    title: "Schur",
    create: createSchur,
    flops: ({ systems, size, band }) => 8 * systems * size * 4 * band,
  },
};
