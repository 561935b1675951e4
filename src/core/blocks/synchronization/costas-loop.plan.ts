import recentSample from "#shaders/blocks/lib/recent-sample.wgsl?raw";
import finite from "#shaders/lib/finite.wgsl?raw";
import costasKernel from "#shaders/blocks/synchronization/costas-loop.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { gridOf, groupOf } from "../../gpu/rows.ts";
import { sequence } from "../../gpu/timing.ts";
import { createHistory } from "../../flow/build/history.ts";
import { countOf } from "../item-count.ts";
import { createTileOffsets } from "../tile-offsets.ts";
import { createCostasAngles } from "./costas-angles.ts";
import { type CostasLoop, halfWindow } from "./costas-loop.ts";

/** Items per tile. */
const MOST_GROUP = 256;

export function createCostasLoop(parameters: CostasLoop): PlanBlock {
  const label = "blocks/synchronization/costas-loop";
  const half = halfWindow(parameters);
  const modulus = Number(parameters.order);
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1, phase: 1, frequency: 1 },
    variableRates: ["in"],
    delay: half,
    after: half,
    create: (device, { inputs: { in: input } }) =>
      owning(device, async ({ keep, memory, stage }) => {
        const GROUP = groupOf(device, MOST_GROUP);
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
        const window = { half, x, count, length, recent: recent.buffer };
        const measuring = await keep(createCostasAngles(device, { ...parameters, ...window }));
        const { angles, frequency } = measuring;
        const shape = { GROUP, WORDS: 2, HALF: half, HISTORY: 2 * half + 1, SHIFT: Math.log2(modulus) };
        const pass = (TASK: number) =>
          stage({
            label,
            wgsl: [costasKernel, recentSample, finite, prefixSum, complex, phasor],
            constants: { ...shape, TASK },
            resources: { count, x, recent: recent.buffer, angles, tiles: offsets.tiles, y: out, phase },
            groups,
          });
        return {
          ...sequence(label, [measuring, await pass(0), offsets, await pass(1), recent]),
          outputs: {
            out: { buffer: out, length, count: input.count },
            phase: { buffer: phase, length, count: input.count },
            frequency: { buffer: frequency, length, count: input.count },
          },
          reset() {
            recent.reset();
            offsets.reset();
          },
        };
      }),
  };
}
