import listKernel from "#shaders/blocks/sources/list-source.wgsl?raw";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { PORTS } from "../../flow/graph/port.ts";
import { allocate } from "../../gpu/pool.ts";
import { createKernelStage } from "../kernel-stage.ts";
import { listNumbers } from "./list-items.ts";
import type { ListSource } from "./list-source.ts";
import { announced } from "../definition.ts";

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
    async create(device, { firings, uniforms }) {
      const memory = allocate(device);
      const words = firings * itemWords;
      const output = memory.storage("items of a list", 4 * words);
      const { set, ...stage } = await createKernelStage(device, {
        label: "blocks/sources/list-source",
        wgsl: [listKernel],
        resources: {
          table: memory.constant("list", table),
          output,
          params: { words, first: 0, tableWords: table.length, repeats: Number(repeats === "yes") },
        },
        invocations: words,
        uniforms,
        memory,
      });
      return {
        ...stage,
        outputs: { out: { buffer: output, length: firings } },
        prepare({ first }) {
          const word = first * itemWords;
          set({ first: repeats === "yes" ? word % table.length : Math.min(word, table.length) });
        },
        preparesUniforms: true,
        reset() {},
      };
    },
  };
}
