import triggerKernel from "#shaders/blocks/arithmetic/schmitt-trigger.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { gridOf, groupOf } from "../../gpu/rows.ts";
import { sequence } from "../../gpu/timing.ts";
import { countOf } from "../item-count.ts";
import { createTileOffsets } from "../tile-offsets.ts";
import type { SchmittTrigger } from "./schmitt-trigger.ts";

/** Samples per tile. */
const MOST_GROUP = 256;

export function createSchmittTrigger(parameters: SchmittTrigger): PlanBlock {
  const label = "blocks/arithmetic/schmitt-trigger";
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    variableRates: ["in"],
    create: (device, { inputs: { in: input } }) =>
      owning(device, async ({ keep, memory, stage }) => {
        const GROUP = groupOf(device, MOST_GROUP);
        const { length } = input;
        const count = countOf(device, memory, input);
        const groups = gridOf(device, Math.ceil(length / GROUP));
        const allocated = groups[0] * groups[1];
        const offsets = await keep(
          createTileOffsets(device, { tiles: Math.ceil(length / GROUP), modulus: 1, allocated }),
        );
        const out = memory.storage(`output of ${label}`, 4 * length);
        const decisions = memory.storage("decisions", 4 * (length + 1));
        const reset = () => device.queue.writeBuffer(decisions, 0, Uint32Array.of(Number(parameters.initial)));
        reset();
        const levels = ({ low, high }: SchmittTrigger) => ({ low, high });
        const pass = (TASK: number) =>
          stage({
            label,
            wgsl: [triggerKernel, prefixSum],
            constants: { GROUP, TASK, FLOATS: Number(parameters.output === "real") },
            resources: {
              count: count.buffer,
              x: input.buffer,
              tiles: offsets.tiles,
              total: offsets.total,
              decisions,
              y: out,
              params: levels(parameters),
            },
            groups: TASK === 3 ? 1 : groups,
          });
        const [counts, deciding, outputs, last] = [await pass(0), await pass(1), await pass(2), await pass(3)];
        return {
          ...sequence(label, [counts, offsets, deciding, outputs, last]),
          outputs: { out: { buffer: out, length, count: input.count } },
          prepare: ({ firings }) => count.set(firings),
          reset,
          set(next: SchmittTrigger) {
            for (const { set } of [counts, deciding, outputs]) set(levels(next));
          },
        };
      }),
  };
}
