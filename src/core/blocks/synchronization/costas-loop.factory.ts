import recentSample from "#shaders/blocks/lib/recent-sample.wgsl?raw";
import anglesKernel from "#shaders/blocks/synchronization/costas-angles.wgsl?raw";
import costasKernel from "#shaders/blocks/synchronization/costas-loop.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import magnitude from "#shaders/lib/magnitude.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import slidingSum from "#shaders/lib/sliding-sum.wgsl?raw";
import type { PlanBlock } from "../../flow/block-factory.ts";
import { compile } from "../../gpu/kernel.ts";
import { owning } from "../../gpu/owning.ts";
import { allocate } from "../../gpu/pool.ts";
import { gridOf } from "../../gpu/rows.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import { createHistory } from "../../flow/history.ts";
import { countOf } from "../item-count.ts";
import { createTileOffsets } from "../tile-offsets.ts";
import { type CostasLoop, halfWindow } from "./costas-loop.ts";
import { softWeights, STEPS } from "./soft-detector.ts";

/** Items per tile. */
const GROUP = 256;

export function createCostasLoop(parameters: CostasLoop): PlanBlock {
  const label = "blocks/synchronization/costas-loop";
  const half = halfWindow(parameters);
  const modulus = Number(parameters.order);
  const weights = parameters.weight === "reliability" ? softWeights(parameters.order) : undefined;
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1, phase: 1, frequency: 1 },
    decided: ["in"],
    delay: half,
    after: half,
    create: (device, { inputs: { in: input } }) =>
      owning(async ({ keep, destroy }) => {
        const memory = allocate(device);
        await keep({ destroy: memory.release });
        const { length, buffer: x } = input;
        const count = countOf(device, memory, input).buffer;
        const recent = await keep(
          createHistory(device, { kind: "complex", signals: 1, length, history: 2 * half + 1, input: x, count }),
        );
        const groups = gridOf(device, Math.ceil((length + 1) / GROUP));
        const allocated = groups[0] * groups[1];
        const offsets = await keep(createTileOffsets(device, { tiles: Math.ceil(length / GROUP), modulus, allocated }));
        const out = memory.storage("corrected samples", 8 * length);
        const phase = memory.storage("phase", 4 * length);
        const frequency = memory.storage("frequency", 4 * length);
        const angles = memory.storage("angles and slopes", 8 * (length + 1));
        const shared = { count, x, recent: recent.buffer, angles };
        const shape = { GROUP, WORDS: 2, HALF: half, HISTORY: 2 * half + 1, SHIFT: Math.log2(modulus) };
        const measure = async (): Promise<Stage> => {
          const table = { STEPS: weights ? STEPS : 0, LAST: weights ? weights.length - 1 : 0 };
          const wgsl = [anglesKernel, recentSample, slidingSum, magnitude, complex, phasor, angle];
          const kernel = await compile(device, { label, wgsl, constants: { ...shape, ...table } });
          const values = memory.constant("weights", Float32Array.from(weights ?? [1]));
          const bound = kernel.bind({ ...shared, weights: values });
          return { label, encode: (encoder, timing) => bound.encode(encoder, groups, timing) };
        };
        const pass = async (TASK: number): Promise<Stage> => {
          const wgsl = [costasKernel, recentSample, prefixSum, complex, phasor];
          const kernel = await compile(device, { label, wgsl, constants: { ...shape, TASK } });
          const bound = kernel.bind({ ...shared, tiles: offsets.tiles, y: out, phase, frequency });
          return { label, encode: (encoder, timing) => bound.encode(encoder, groups, timing) };
        };
        return {
          ...sequence(label, [await measure(), await pass(0), offsets, await pass(1), recent]),
          outputs: {
            out: { buffer: out, length, count: input.count },
            phase: { buffer: phase, length, count: input.count },
            frequency: { buffer: frequency, length, count: input.count },
          },
          reset() {
            recent.reset();
            offsets.reset();
          },
          destroy,
        };
      }),
  };
}
