import cma from "#shaders/telemetry/equalizer/cma.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import { FFT_POINTS, fftLibrary } from "../../fft/workgroup.ts";
import { compile } from "../../gpu/kernel.ts";
import { owning } from "../../gpu/owning.ts";
import type { Stage } from "../../gpu/timing.ts";
import { WINDOW_LENGTH } from "../blocks.ts";
import { checkedSlots } from "../page.ts";
import { slotHalves } from "../slot-ranges.ts";
import { type Cma, type CmaConfig, createDescent, GRADIENT_CONSTANTS, PASSES } from "./descent.ts";
import { type KeptSpectra, spectrumBlocks } from "./spectra.ts";

/** Points of the transforms, for any device. */
export const CMA_LENGTHS = [512, 1024, 2048] as const;
/** With 2048 an H100 takes 3 % longer: more points are new, but fewer workgroups work at once. */
const LENGTH = 1024;

/** CMA with the spectra that its first pass keeps, if it does. */
export interface CmaWithSpectra extends Cma {
  readonly spectra?: KeptSpectra;
}

/**
 * Constant-modulus equalizer, both sums of a pass by convolution: ∇J(k) = (1/L) Σ z(m)·r̃*(m−k), the thesis's (4.10) with
 * the sign of k corrected. The first of several passes keeps the spectra of the samples for the others, if two bindings have room: as
 * much memory as the windows themselves, which may lie in two bindings, too. One dispatch works on both.
 *
 * @param config `length`: points of the transforms, one of CMA_LENGTHS. Default 1024. `spectra`: those that another CMA has kept of
 *   the same packets; then no pass computes them, and all have the same kernel.
 * @throws RangeError when `slots` is not a positive multiple of 8 or more than two bindings hold, `step` not a number ≥ 0 or `passes` not an integer ≥ 1.
 */
export async function createCma(
  device: GPUDevice,
  config: CmaConfig & { length?: (typeof CMA_LENGTHS)[number]; spectra?: KeptSpectra },
): Promise<CmaWithSpectra> {
  const { spectra: kept, length = kept?.length ?? LENGTH, passes = PASSES } = config;
  const label = "equalizer/cma";
  const slots = checkedSlots(label, config.slots);
  const layout = spectrumBlocks(length);
  const halves = slotHalves(label, device, slots);
  const bytes = layout.blocks * length * 8;
  const keep = !kept && passes > 1 && halves.held * bytes <= device.limits.maxStorageBufferBindingSize;
  const group = length / FFT_POINTS;
  const constants = (pass: number) => ({
    FFT_LENGTH: length,
    GROUP: group,
    OVERLAP: layout.overlap,
    HOP: layout.hop,
    BLOCKS: layout.blocks,
    HALVES: halves.most,
    FIRST: layout.first,
    KEEP: Number(keep && pass === 0),
    KEPT: Number(kept !== undefined || (keep && pass > 0)),
  });
  const wgsl = [cma, ...fftLibrary(device, { length, group, isWhole: true })];
  return owning(device, async ({ memory, keep: own }) => {
    const { packets, window } = config;
    const buffer = kept?.buffer ?? (keep ? memory.storage(`${label} spectra`, slots * bytes) : undefined);
    const [none, nothing] = ["no slots", "no spectra"].map((name) => memory.storage(name, 8));
    const [near, far] = halves.of(window, WINDOW_LENGTH * 8);
    const [spectra, moreSpectra] = buffer ? halves.of(buffer, bytes, none) : [{ buffer: nothing }, { buffer: none }];
    const shared = { window: near, moreWindows: far, spectra, moreSpectra };
    const { held } = halves;
    const plan = await own(
      createDescent(device, { label, wgsl, constants, shared, params: { held, only: 0 } }, config),
    );
    if (!keep || !buffer) return plan;
    const { taps, cost } = plan;
    const params = { step: 0, iteration: 0, slots, held, only: 1 };
    // The kernel of the first pass.
    const kernel = await compile(device, {
      label,
      wgsl: [...wgsl, packet],
      constants: { ...GRADIENT_CONSTANTS, ...constants(0) },
    });
    const transform = await own(kernel.bind({ packets, taps, cost, ...shared, params }));
    const compute: Stage = {
      label: `${label} spectra`,
      encode: (encoder, timing) => transform.encode(encoder, slots, timing),
    };
    return { ...plan, spectra: { ...layout, buffer, compute } };
  });
}
