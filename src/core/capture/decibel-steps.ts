import decibelSteps from "#shaders/capture/decibel-steps.wgsl?raw";
import { allocate } from "../gpu/pool.ts";
import { createStage } from "../gpu/stage.ts";
import type { Plan } from "../gpu/timing.ts";

/** Steps per dB. */
export const STEPS_PER_DB = 32;

const GROUP = 64;

export interface DecibelSteps extends Plan {
  /** int16, in the order of the powers. */
  readonly rounded: GPUBuffer;
  /** @param offset Added to the powers of later submissions, dB. */
  set(values: { offset: number }): void;
}

/**
 * Rounds powers to whole steps.
 *
 * @param decibels float32, at most 1000 dB from 0. @param length How many: an even number, at most 8,388,480.
 */
export async function createDecibelSteps(
  device: GPUDevice,
  decibels: GPUBuffer,
  length: number,
): Promise<DecibelSteps> {
  const memory = allocate(device);
  const words = length / 2;
  const rounded = memory.storage("steps", 4 * words);
  const stage = await createStage(device, {
    label: "capture/decibel-steps",
    wgsl: [decibelSteps],
    constants: { STEPS: STEPS_PER_DB, GROUP },
    resources: { decibels, steps: rounded, params: { words, offset: 0 } },
    groups: Math.ceil(words / GROUP),
    memory,
  });
  return { ...stage, rounded };
}
