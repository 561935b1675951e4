import { batchCase } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { inOwnUnits } from "../../capture/power-unit.ts";
import { createPageUnit } from "./page-unit.ts";

const LENGTH = 2 ** 24;
const ROW = 2 ** 13;
/** Squares of such samples overflow float32. */
const SIZE = 2 ** 80;

export const cases = [
  batchCase({
    name: `blocks/receivers/page-unit ${LENGTH} complex`,
    // Samples are read twice and written once.
    bytes: 24 * LENGTH,
    async prepare(device, memory) {
      const x = noise(1, 2 * LENGTH).map((value) => SIZE * value);
      const y = memory.storage("samples in their unit", 8 * LENGTH);
      const plan = await createPageUnit(device, { input: memory.constant("samples", x), output: y, length: LENGTH });
      const expected = (row: number) => inOwnUnits(x).subarray(row * ROW, (row + 1) * ROW);
      return { plan, check: { output: y, row: ROW, width: 1, expected } };
    },
  }),
];
