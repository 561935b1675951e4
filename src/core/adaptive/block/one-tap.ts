import complex from "#shaders/lib/complex.wgsl?raw";
import oneTapKernel from "#shaders/adaptive/block/one-tap.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";

/** |H|² below which a frequency counts as one that the channel does not pass, against the mean. */
export const NO_POWER = 1e-10;

export interface OneTapConfig {
  packets: number;
  /** N: frequencies of a block. */
  length: number;
  /** Blocks of a packet. */
  blocks: number;
  /** H: complex f32, [packet][N] or [N]. */
  response: GPUBuffer;
  hasOwnTaps: boolean;
  /** Mean |H|². */
  power: number;
  /** Y: complex f32, [packet][block][N]. */
  spectra: GPUBuffer;
  /** G: factor on the results. */
  gain: number;
}

export interface OneTap extends Plan {
  /** Z: complex f32, [packet][block][N]. */
  readonly equalized: GPUBuffer;
  /** f32 [packet] or [1]: mean of C·H. */
  readonly scales: GPUBuffer;
  /** Sets N0 ≥ 0 of C = conj(H)/(|H|² + N0). Default 0. */
  setNoise(noise: number): void;
}

const GROUP = 64;

/** Creates the multiplication of spectra by one tap per frequency. */
export async function createOneTap(device: GPUDevice, config: OneTapConfig): Promise<OneTap> {
  const { packets, length, blocks, response, hasOwnTaps, power, spectra, gain } = config;
  const points = length * blocks;
  const memory = allocate(device);
  const equalized = memory.storage("equalized spectra", 8 * points * packets);
  const scales = memory.storage("scales", 4 * (hasOwnTaps ? packets : 1));
  const stage = await createStage(device, {
    label: "adaptive/one-tap",
    wgsl: [oneTapKernel, complex],
    constants: { GROUP, LENGTH: length, OWN: Number(hasOwnTaps) },
    resources: { response, spectra, equalized, scales, params: { points, noise: 0, gain, floor: NO_POWER * power } },
    groups: [Math.ceil(points / GROUP), packets],
    memory,
  });
  return { ...stage, equalized, scales, setNoise: (noise) => stage.set({ noise }) };
}
