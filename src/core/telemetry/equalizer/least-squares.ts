import { owning } from "../../gpu/owning.ts";
import { sequence } from "../../gpu/timing.ts";
import { checkedSlots } from "../page.ts";
import { createNormalEquations, type NormalEquationsConfig } from "./normal.ts";
import { createSchur } from "./schur.ts";
import { CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS, type EqualizerTaps } from "./taps.ts";

/**
 * Solves (R + ridge·I) c = ĝ for each packet, in float32 by the fastest of the solvers. If the matrix is not
 * positive definite in float32 (condition numbers above 1e7), c is zero.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8 or `ridge.factor` is not a number ≥ 0.
 */
export async function createLeastSquares(
  device: GPUDevice,
  config: NormalEquationsConfig & { label: string },
): Promise<EqualizerTaps> {
  const { label } = config;
  const systems = checkedSlots(label, config.slots);
  return owning(device, async ({ keep }) => {
    const equations = await keep(createNormalEquations(device, config));
    const { column, right } = equations;
    const sizes = { systems, size: EQUALIZER_TAPS, band: CHANNEL_TAPS };
    const solver = await keep(createSchur(device, { label, ...sizes, column, right }));
    return { ...sequence(label, [equations, solver]), taps: solver.solution };
  });
}
