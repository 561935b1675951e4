import anglesKernel from "#shaders/blocks/synchronization/costas-angles.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import magnitude from "#shaders/lib/magnitude.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import recentSample from "#shaders/blocks/lib/recent-sample.wgsl?raw";
import finite from "#shaders/lib/finite.wgsl?raw";
import powerUnit from "#shaders/lib/power-unit.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { gridOf, groupOf } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { CostasLoop } from "./costas-loop.ts";
import { softWeights, STEPS } from "./soft-detector.ts";

/** Invocations per workgroup. */
const MOST_GROUP = 256;

export interface CostasAnglesConfig extends Pick<CostasLoop, "order" | "weight"> {
  /** Samples on each side of the averaged ones. */
  half: number;
  /** Complex samples, at most `length`, and their number, u32 at offset 0. */
  x: GPUBuffer;
  count: GPUBuffer;
  length: number;
  /** The 2·half + 1 samples before them. */
  recent: GPUBuffer;
}

/** The angles of the M-th powers, averaged over a window that slides. */
export interface CostasAngles extends Plan {
  /** u32 [length + 1], fractions of a turn. The first one belongs to sample −1 − half. */
  readonly angles: GPUBuffer;
  /** The slopes of the angles from the second one on, divided by M: f32 [length], rad per sample. */
  readonly frequency: GPUBuffer;
}

export async function createCostasAngles(
  device: GPUDevice,
  { order, weight, half, x, count, length, recent }: CostasAnglesConfig,
): Promise<CostasAngles> {
  const GROUP = groupOf(device, MOST_GROUP);
  const memory = allocate(device);
  const angles = memory.storage("angles", 4 * (length + 1));
  const frequency = memory.storage("frequency", 4 * length);
  const table = weight === "reliability" ? softWeights(order) : undefined;
  const weights = memory.constant("weights", Float32Array.from(table ?? [1]));
  const stage = await createStage(device, {
    label: "blocks/synchronization/costas-angles",
    wgsl: [anglesKernel, recentSample, finite, magnitude, complex, phasor, angle, powerUnit],
    constants: {
      GROUP,
      WORDS: 2,
      HALF: half,
      HISTORY: 2 * half + 1,
      SHIFT: Math.log2(Number(order)),
      STEPS: table ? STEPS : 0,
      LAST: table ? table.length - 1 : 0,
    },
    resources: { count, x, recent, weights, angles, frequency },
    groups: gridOf(device, Math.ceil((length + 1) / GROUP)),
    memory,
  });
  return { ...stage, angles, frequency };
}
