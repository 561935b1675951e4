import { batchCase } from "../../gpu/bench.ts";
import { scaledCount } from "./scaled-count.reference.ts";
import { createScaledCount } from "./scaled-count.ts";

export const cases = [
  batchCase({
    name: "flow/scaled-count one count",
    bytes: 8,
    async prepare(device, memory) {
      const count = memory.constant("count", Uint32Array.of(5760));
      const plan = await createScaledCount(device, { count, up: 288, down: 576 });
      const expected = () => [scaledCount(5760, 288, 576)];
      return { plan, check: { output: plan.output, words: true, row: 1, width: 1, expected } };
    },
  }),
];
