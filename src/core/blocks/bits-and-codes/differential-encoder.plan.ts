import encoderKernel from "#shaders/blocks/bits-and-codes/differential-encoder.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { gridOf, groupOf } from "../../gpu/rows.ts";
import { sequence } from "../../gpu/timing.ts";
import { countOf } from "../item-count.ts";
import { createTileOffsets } from "../tile-offsets.ts";
import { type DifferentialEncoder, isNrzi } from "./differential-encoder.ts";

/** Items per tile. */
const MOST_GROUP = 256;

/** @throws RangeError for NRZI with other items than bits. */
export function createDifferentialEncoder(parameters: DifferentialEncoder): PlanBlock {
  const { type, modulus } = parameters;
  const label = "blocks/bits-and-codes/differential-encoder";
  const MODULUS = type === "bits" ? 2 : modulus;
  const NRZI = Number(isNrzi(parameters));
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    variableRates: ["in"],
    create: (device, { inputs: { in: input } }) =>
      owning(device, async ({ keep, memory, stage }) => {
        const GROUP = groupOf(device, MOST_GROUP);
        const count = countOf(device, memory, input).buffer;
        const out = memory.storage(`output of ${label}`, 4 * input.length);
        const groups = gridOf(device, Math.ceil(input.length / GROUP));
        const offsets = await keep(
          createTileOffsets(device, {
            tiles: Math.ceil(input.length / GROUP),
            modulus: MODULUS,
            allocated: groups[0] * groups[1],
          }),
        );
        const resources = { count, x: input.buffer, tiles: offsets.tiles, y: out };
        const pass = (TASK: number) =>
          stage({
            label,
            wgsl: [encoderKernel, prefixSum],
            constants: { GROUP, MODULUS, NRZI, TASK },
            resources,
            groups,
          });
        return {
          ...sequence(label, [await pass(0), offsets, await pass(1)]),
          outputs: { out: { buffer: out, length: input.length, count: input.count } },
          reset: offsets.reset,
        };
      }),
  };
}
