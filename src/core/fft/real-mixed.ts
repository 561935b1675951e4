import dft from "#shaders/fft/lib/dft.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, gridOf } from "../gpu/rows.ts";
import { createStage } from "../gpu/stage.ts";
import { butterfliesText } from "./butterflies.ts";
import type { Fft } from "./pass.ts";
import { realEvenKernel } from "./real-even.ts";
import { realOddKernel } from "./real-odd.ts";
import { isSmooth, mixedPoints, stagePlanOf } from "./stage-plan.ts";
import { stagesText } from "./stages.ts";

export interface RealMixedFftConfig {
  /** Real points of a transform, ≥ 3. */
  length: number;
  /** Number of transforms, ≥ 1. */
  batch: number;
  /** Real samples, float32 [batch][length]; for the inverse the bins 0 … ⌊length/2⌋ of real signals, complex. */
  input: GPUBuffer;
  /** From bins to samples, with the factor 1/N. */
  inverse?: boolean;
}

/** Returns the points of the complex transforms of real signals: half of an even length, and an odd length for two signals. */
const complexLength = (length: number) => (length % 2 ? length : length / 2);

/** Whether one workgroup of a device transforms real signals of that length. */
export function isRealMixed(device: Pick<GPUDevice, "limits">, length: number): boolean {
  return isSmooth(complexLength(length)) && complexLength(length) <= mixedPoints(device);
}

/**
 * Batched FFT of real signals whose length has prime factors up to 13, each within one workgroup: samples are read once and bins written
 * once, complex [batch][⌊length/2⌋ + 1]; or back, float32 [batch][length]. Signals of an even length take a complex transform of half
 * the length, two signals of an odd length one complex transform.
 *
 * @throws RangeError when `length` has other prime factors or no workgroup of the device has room, or `batch` is not a positive integer.
 */
export async function createRealMixedFft(device: GPUDevice, config: RealMixedFftConfig): Promise<Fft> {
  const { length, batch, input, inverse = false } = config;
  const label = "fft/real-mixed";
  checkedCount(label, "batch", batch);
  const points = complexLength(length);
  const plan = stagePlanOf(device, { length: points, isPass: false });
  if (!plan) {
    const room = mixedPoints(device);
    throw new RangeError(
      `${label}: length must be even up to ${2 * room} or odd up to ${room}, with prime factors up to 13, got ${length}`,
    );
  }
  const isEven = length % 2 === 0;
  const kernel = isEven ? realEvenKernel(length) : realOddKernel(length);
  const bins = Math.floor(length / 2) + 1;
  const memory = allocate(device);
  const output = memory.storage(inverse ? "samples" : "bins", batch * (inverse ? 4 * length : 8 * bins));
  const stage = await createStage(device, {
    label,
    wgsl: [
      kernel.wgsl,
      stagesText(plan, inverse ? "bins" : "pairs"),
      butterfliesText(plan.radices),
      dft,
      complex,
      phasor,
    ],
    constants: { ...kernel.constants, LINES: plan.lines, GROUP: plan.group, INVERSE: Number(inverse) },
    resources: { input, output, params: { rows: batch } },
    groups: gridOf(device, Math.ceil((isEven ? batch : batch / 2) / plan.lines)),
    memory,
  });
  return { ...stage, output };
}
