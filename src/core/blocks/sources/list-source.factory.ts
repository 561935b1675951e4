import listKernel from "#shaders/blocks/sources/list-source.wgsl?raw";
import type { PlanBlock } from "../../flow/block-factory.ts";
import { PORTS } from "../../flow/port.ts";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { listNumbers } from "./list-items.ts";
import type { ListSource } from "./list-source.ts";
import { announced } from "./rate.ts";

const GROUP = 256;

/** @throws RangeError for items that do not fit the type, and for vectors that the list does not fill. */
export function createListSource(parameters: ListSource): PlanBlock {
  const { type, vector, repeats } = parameters;
  const numbers = listNumbers(parameters);
  const isReal = type === "complex" || type === "real";
  const table = isReal ? Float32Array.from(numbers) : Int32Array.from(numbers);
  const itemWords = (vector * PORTS[type].bytes) / 4;
  return {
    kind: "plan",
    consumes: {},
    produces: { out: 1 },
    hz: announced(parameters),
    ...(repeats === "no" && { ends: table.length / itemWords }),
    async create(device, { firings }) {
      const label = "blocks/list";
      const kernel = await compile(device, { label, wgsl: [listKernel], constants: { GROUP } });
      const memory = allocate(device);
      const words = firings * itemWords;
      const output = memory.storage("items of a list", 4 * words);
      const bound = kernel.bind({
        table: memory.constant("list", table),
        output,
        params: { words, first: 0, held: table.length, repeats: Number(repeats === "yes") },
      });
      const groups = Math.ceil(words / GROUP);
      const rows = Math.ceil(groups / device.limits.maxComputeWorkgroupsPerDimension);
      return {
        label,
        outputs: { out: { buffer: output, length: firings } },
        prepare({ first }) {
          const word = first * itemWords;
          bound.set({ first: repeats === "yes" ? word % table.length : Math.min(word, table.length) });
        },
        encode: (encoder, timing) => bound.encode(encoder, [Math.ceil(groups / rows), rows], timing),
        reset() {},
        destroy() {
          bound.destroy();
          memory.release();
        },
      };
    },
  };
}
