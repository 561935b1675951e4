import schur from "#shaders/telemetry/equalizer/schur.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { hasSmallStorage } from "../../gpu/small-storage.ts";
import {
  checkToeplitz,
  type ToeplitzSizes,
  type ToeplitzSolver,
  type ToeplitzSystems,
  workgroupsFor,
} from "./toeplitz.ts";

/** Entries of the band per invocation. */
const ENTRIES = 4;
/** Invocations per workgroup if one system needs fewer: several systems fill it. */
const FULL_GROUP = 64;

/** Systems per workgroup and invocations per system; undefined if workgroup storage is too small. */
function arrange(
  device: Pick<GPUDevice, "limits">,
  { size, band }: ToeplitzSizes,
): { lanes: number; together: number } {
  const lanes = Math.ceil(band / ENTRIES);
  // x; `moving` in two copies; `solved`.
  const bytes = 8 * size + 32 * lanes + 4;
  const fitting = Math.floor(device.limits.maxComputeWorkgroupStorageSize / bytes);
  const most = hasSmallStorage(device) ? 1 : Math.max(1, Math.floor(FULL_GROUP / lanes));
  return { lanes, together: Math.min(fitting, most) };
}

/** Returns why the solver refuses these sizes on a device, or undefined if it takes them. */
function refusalOf(device: Pick<GPUDevice, "limits">, sizes: ToeplitzSizes): string | undefined {
  const { limits } = device;
  const { lanes, together } = arrange(device, sizes);
  if (lanes > limits.maxComputeInvocationsPerWorkgroup) {
    return `band must be at most ${ENTRIES * limits.maxComputeInvocationsPerWorkgroup}, got ${sizes.band}`;
  }
  if (together === 0) {
    const room = Math.floor((limits.maxComputeWorkgroupStorageSize - 32 * lanes - 4) / 8);
    return `size must be at most ${room} with a band of ${sizes.band}, got ${sizes.size}`;
  }
  return undefined;
}

/**
 * Solves Toeplitz systems by Schur's algorithm, which factors R = L·D·Lᴴ from its displacement within the band: n·band
 * operations instead of n·band² or n². Backward stable for positive definite R.
 *
 * Source: T. Kailath and A. H. Sayed, "Displacement structure: theory and applications", SIAM Review 37 (1995), section 4.
 *
 * @throws RangeError for a size out of its range, or too large for the device's workgroups.
 */
export async function createSchur(device: GPUDevice, config: ToeplitzSystems): Promise<ToeplitzSolver> {
  const { label = "equalizer/schur", systems, size, band, column, right } = config;
  checkToeplitz(label, config);
  const refusal = refusalOf(device, config);
  if (refusal) throw new RangeError(`${label}: ${refusal}`);
  const { lanes, together } = arrange(device, config);
  const invocations = lanes * together;
  const scratch = size * invocations * ENTRIES * 8;
  const groups = workgroupsFor(device.limits, Math.ceil(systems / together), scratch);
  const memory = allocate(device);
  const rows = memory.storage("rows of L", groups * scratch);
  const solution = memory.storage(`${label} solution`, systems * size * 8);
  const stage = await createStage(device, {
    label: "equalizer/schur",
    wgsl: [schur, complex],
    constants: { SIZE: size, BAND: band, LANES: lanes, SYSTEMS: together, GROUP: invocations },
    resources: { column, right, rows, solution, params: { systems } },
    groups,
    memory,
  });
  return { ...stage, label, solution };
}
