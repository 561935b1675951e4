import cmaDirect from "#shaders/telemetry/equalizer/cma-direct.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { groupOf } from "../../gpu/rows.ts";
import { WINDOW_ORIGIN } from "../blocks.ts";
import { type Cma, type CmaConfig, createDescent } from "./descent.ts";
import { POSTCURSORS } from "./taps.ts";

/** An invocation for each of 186 taps; three outputs each make tiles of 576 samples, 22 of them in a packet. */
const USUAL_GROUP = 192;
/** For devices with smaller workgroups: an invocation has up to two taps, and a packet has 33 tiles. */
const SMALL_GROUP = 128;

/** Index in its window of the sample that the last tap meets for the first sample of the packet. */
const FIRST = WINDOW_ORIGIN - POSTCURSORS;

/**
 * Constant-modulus equalizer, both sums of a pass as they are written (thesis eq. 4.10, with the sign of k corrected).
 * Gives the same taps as `equalizer/cma`, but is slower.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8, `step` not a number ≥ 0 or `passes` not an integer ≥ 1.
 */
export function createCmaDirect(device: GPUDevice, config: CmaConfig): Promise<Cma> {
  const GROUP = groupOf(device, USUAL_GROUP) < USUAL_GROUP ? SMALL_GROUP : USUAL_GROUP;
  const [label, shared] = ["equalizer/cma-direct", { window: config.window }];
  return createDescent(
    device,
    { label, shared, wgsl: [cmaDirect, complex], constants: () => ({ GROUP, FIRST }) },
    config,
  );
}
