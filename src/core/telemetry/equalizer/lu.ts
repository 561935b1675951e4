import lu from "#shaders/telemetry/equalizer/lu.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { groupOf } from "../../gpu/rows.ts";
import { checkToeplitz, type ToeplitzSolver, type ToeplitzSystems, workgroupsFor } from "./toeplitz.ts";

/** Invocations for the rows of a few columns, a multiple of the subgroup size 32. */
const invocationsFor = (device: GPUDevice, band: number) =>
  groupOf(device, Math.min(256, 32 * Math.ceil((band + 7) / 32)));

/**
 * Solves Toeplitz systems by LU factorization as if R were a general positive definite matrix: n³ operations. Such
 * matrices need no pivoting.
 *
 * @throws RangeError for a size out of its range, or too large for the device's workgroups.
 */
export function createLu(device: GPUDevice, config: ToeplitzSystems): Promise<ToeplitzSolver> {
  return createElimination(device, { label: "equalizer/lu", ...config }, config.size);
}

/**
 * Solves Toeplitz systems by LU factorization within the band: n·band² operations.
 *
 * @throws RangeError for a size out of its range, or too large for the device's workgroups.
 */
export function createBanded(device: GPUDevice, config: ToeplitzSystems): Promise<ToeplitzSolver> {
  return createElimination(device, { label: "equalizer/banded", ...config }, config.band);
}

/** @param width Entries of a column of L. */
async function createElimination(
  device: GPUDevice,
  config: ToeplitzSystems & { label: string },
  width: number,
): Promise<ToeplitzSolver> {
  const { label, systems, size, band, column, right } = config;
  checkToeplitz(label, config);
  // d and x, 12 bytes per unknown; parts of U, 8 bytes per invocation and 64 times 8.
  const most = Math.floor(
    (device.limits.maxComputeWorkgroupStorageSize - 8 * invocationsFor(device, width) - 512) / 12,
  );
  if (size > most) throw new RangeError(`${label}: size must be at most ${most}, got ${size}`);
  const scratch = size * width * 8;
  const groups = workgroupsFor(device.limits, systems, scratch);
  const memory = allocate(device);
  const columns = memory.storage("columns of L", groups * scratch);
  const solution = memory.storage(`${label} solution`, systems * size * 8);
  const stage = await createStage(device, {
    label: "equalizer/lu",
    wgsl: [lu, complex],
    constants: { SIZE: size, ENTRIES: band, BAND: width, GROUP: invocationsFor(device, width) },
    resources: { column, right, columns, solution, params: { systems } },
    groups,
    memory,
  });
  return { ...stage, label, solution };
}
