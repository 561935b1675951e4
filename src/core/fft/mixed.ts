import mixed from "#shaders/fft/mixed.wgsl?raw";
import { checkedInteger } from "../gpu/rows.ts";
import { butterfliesText } from "./butterflies.ts";
import { createFftPass, type Fft, type FftPassConfig } from "./pass.ts";
import { leastGroup, mixedPoints, stagePlanOf } from "./stage-plan.ts";
import { stagesText } from "./stages.ts";

export interface MixedFftConfig extends FftPassConfig {
  /** Invocations per workgroup. Default: those that leave the fewest idle. The results are the same. */
  group?: number;
}

/**
 * Batched FFT of a length with prime factors up to 13, each transform within one workgroup; or one pass of longer transforms. Relative
 * error about 3e-7 (RMS).
 *
 * @param config `length`: 2 … 2048, on many devices up to 12288.
 * @throws RangeError when `length` has other prime factors or is out of range, `batch` is not a positive integer, or `group`
 *   is too small for a transform.
 */
export async function createMixedFft(device: GPUDevice, config: MixedFftConfig): Promise<Fft> {
  const { length, before = 1, after = 1, group } = config;
  const label = "fft/mixed";
  if (group !== undefined) checkedInteger(label, "group", group, leastGroup(length));
  const plan = stagePlanOf(device, { length, isPass: before * after > 1, group });
  if (!plan) {
    const room = mixedPoints(device);
    throw new RangeError(`${label}: length must be from 2 to ${room} with prime factors up to 13, got ${length}`);
  }
  const kernel = {
    label,
    wgsl: [mixed, stagesText(plan, "bins"), butterfliesText(plan.radices)],
    constants: { LINES: plan.lines, GROUP: plan.group },
    lines: plan.lines,
    steps: [length / plan.radices[0], length / plan.radices.at(-1)!] as const,
  };
  return createFftPass(device, kernel, config);
}
