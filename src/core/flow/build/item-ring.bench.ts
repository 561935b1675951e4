import { batchCase } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { sequence } from "../../gpu/timing.ts";
import { createItemRing, createRingReader, createRingWriter } from "./item-ring.ts";

const ITEMS = 2 ** 22;

export const cases = [
  batchCase({
    name: "flow/item-ring 4 M complex, in and out",
    bytes: 4 * ITEMS * 8,
    async prepare(device, memory) {
      const x = noise(1, 2 * ITEMS);
      const count = memory.constant("count", Uint32Array.of(ITEMS));
      const ring = createItemRing(device, { words: 2, items: 3 * ITEMS });
      const writer = await createRingWriter(device, ring, {
        buffer: memory.constant("items", x),
        length: ITEMS,
        count,
      });
      const reader = await createRingReader(device, ring, ITEMS);
      const plan = {
        ...sequence("flow/item-ring", [writer, reader]),
        destroy() {
          for (const one of [writer, reader, ring]) one.destroy();
        },
      };
      return { plan, check: { output: reader.output.buffer, row: 2 * ITEMS, width: 2, expected: () => x } };
    },
  }),
];
