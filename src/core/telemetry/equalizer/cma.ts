import cma from "#shaders/telemetry/equalizer/cma.wgsl?raw";
import { FFT_LIBRARY, FFT_POINTS } from "../../fft/workgroup.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { type Cma, type CmaConfig, createDescent, PASSES } from "./descent.ts";
import { EQUALIZER_TAPS } from "./taps.ts";

/** Points of the transforms, for any device. */
export const CMA_LENGTHS = [512, 1024, 2048] as const;
/** With 2048 an H100 takes 3 % longer: more points are new, but fewer workgroups work at once. */
const LENGTH = 1024;

/**
 * Constant-modulus equalizer, both sums of a pass by convolution: ∇J(k) = (1/L) Σ z(m)·r̃*(m−k), the thesis's (4.10) with
 * the sign of k corrected. The first of several passes keeps the spectra of the samples for the others, if a binding has room: as
 * much memory as the windows themselves.
 *
 * @param config `length`: points of the transforms, one of CMA_LENGTHS. Default 1024.
 * @throws RangeError when `slots` is not a positive multiple of 8, `step` not a number ≥ 0 or `passes` not an integer ≥ 1.
 */
export function createCma(
  device: GPUDevice,
  config: CmaConfig & { length?: (typeof CMA_LENGTHS)[number] },
): Promise<Cma> {
  const { length = LENGTH, slots, passes = PASSES } = config;
  /** New samples in a block of the overlap-save. */
  const hop = length - EQUALIZER_TAPS + 1;
  const blocks = Math.ceil(PACKET_SAMPLES / hop);
  const constants = { FFT_LENGTH: length, GROUP: length / FFT_POINTS, BLOCKS: blocks };
  const bytes = slots * blocks * length * 8;
  const keep = passes > 1 && bytes <= device.limits.maxStorageBufferBindingSize;
  return createDescent(
    device,
    {
      label: "equalizer/cma",
      wgsl: [cma, ...FFT_LIBRARY],
      constants: (pass) => ({ ...constants, KEEP: Number(keep && pass === 0), KEPT: Number(keep && pass > 0) }),
      scratch: { spectra: keep ? bytes : 8 },
    },
    config,
  );
}
