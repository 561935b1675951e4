import { batchCase } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { createWholeFirings } from "./whole-firings.ts";

const ITEMS = 2 ** 24;
/** Items of a codeword. */
const UNIT = 576;
const WHOLE = UNIT * Math.floor(ITEMS / UNIT);

export const cases = [
  batchCase({
    name: "flow/whole-firings 16 M real, 576 per firing",
    bytes: 2 * ITEMS * 4,
    async prepare(device, memory) {
      const x = noise(1, ITEMS);
      const count = memory.constant("count", Uint32Array.of(ITEMS));
      const input = { buffer: memory.constant("items", x), length: ITEMS, count };
      const length = UNIT * Math.ceil(ITEMS / UNIT);
      const plan = await createWholeFirings(device, { input, words: 1, unit: UNIT, length });
      const expected = () => x.subarray(0, WHOLE);
      return { plan, check: { output: plan.output.buffer, row: WHOLE, width: 1, expected } };
    },
  }),
];
