import levinson from "#shaders/telemetry/equalizer/levinson.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { groupOf } from "../../gpu/rows.ts";
import { checkToeplitz, type ToeplitzSolver, type ToeplitzSystems } from "./toeplitz.ts";

/** Invocations for the pairs of entries of a system, a multiple of the subgroup size 32. */
const invocationsFor = (device: GPUDevice, size: number) =>
  groupOf(device, Math.min(256, 32 * Math.ceil((size / 2 + 1) / 32)));

/**
 * Solves Toeplitz systems by Levinson's recursion: n² operations, with memory for two vectors only. Its residual grows with the
 * condition number.
 *
 * Source: G. H. Golub and C. F. Van Loan, Matrix Computations, 4th ed., section 4.7.
 *
 * @throws RangeError for a size out of its range, or too large for the device's workgroups.
 */
export async function createLevinson(device: GPUDevice, config: ToeplitzSystems): Promise<ToeplitzSolver> {
  const { label = "equalizer/levinson", systems, size, band, column, right } = config;
  checkToeplitz(label, config);
  // Both vectors, 16 bytes per unknown; products and their sums, 16 bytes each.
  const most = Math.floor(device.limits.maxComputeWorkgroupStorageSize / 16) - invocationsFor(device, size) - 8;
  if (size > most) throw new RangeError(`${label}: size must be at most ${most}, got ${size}`);
  const groups = Math.min(systems, device.limits.maxComputeWorkgroupsPerDimension);
  const memory = allocate(device);
  const solution = memory.storage(`${label} solution`, systems * size * 8);
  const stage = await createStage(device, {
    label: "equalizer/levinson",
    wgsl: [levinson, complex],
    constants: { SIZE: size, BAND: band, GROUP: invocationsFor(device, size) },
    resources: { column, right, solution, params: { systems } },
    groups,
    memory,
  });
  return { ...stage, label, solution };
}
