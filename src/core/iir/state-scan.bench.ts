import { batchCase } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { design, type IirFilter } from "./design/registry.ts";
import { stateScan } from "./state-scan.reference.ts";
import { createStateScan } from "./state-scan.ts";
import { power, stateSpace } from "./state-space.ts";

const ORDER = 8;
/** Of a tile of iir/sections, 16 M samples in all. */
const [SAMPLES, LENGTH] = [3392, 4946];

export const cases = [
  batchCase({
    name: `iir/state-scan order ${ORDER}, ${LENGTH} steps`,
    bytes: 2 * LENGTH * ORDER * 4,
    async prepare(device, memory) {
      const spec = { type: "elliptic", order: ORDER, cutoff: 0.1, ripple: 0.5, attenuation: 80 } as const;
      const matrix = power(stateSpace((design(spec) as IirFilter).sections).A, SAMPLES);
      const [initial, values] = [noise(1, ORDER), noise(2, LENGTH * ORDER)];
      const ends = memory.constant("ends", values);
      const plan = await createStateScan(device, {
        rows: 1,
        length: LENGTH,
        matrix,
        initial: memory.constant("initial", initial),
        ends,
      });
      const expected = () => stateScan(matrix, Float64Array.from(initial), Float64Array.from(values));
      return { plan, check: { output: plan.starts, row: LENGTH * ORDER, width: 1, expected } };
    },
  }),
];
