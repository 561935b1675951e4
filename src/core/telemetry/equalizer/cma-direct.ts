import cmaDirect from "#shaders/telemetry/equalizer/cma-direct.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { type Cma, type CmaConfig, createDescent } from "./descent.ts";

/** An invocation for each of 186 taps; three outputs each make tiles of 576 samples, 22 of them in a packet. */
const GROUP = 192;

/**
 * Constant-modulus equalizer, both sums of a pass as they are written (thesis eq. 4.10, with the sign of k corrected).
 * Gives the same taps as `equalizer/cma`, but is slower.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8, `step` not a number ≥ 0 or `passes` not an integer ≥ 1.
 */
export function createCmaDirect(device: GPUDevice, config: CmaConfig): Promise<Cma> {
  const gradient = { label: "equalizer/cma-direct", wgsl: [cmaDirect, complex], constants: () => ({ GROUP }) };
  return createDescent(device, gradient, config);
}
