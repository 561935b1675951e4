import { batchCase, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { compositeFilters } from "./composite.reference.ts";
import { createCompositeFilters } from "./composite.ts";

/** The thesis's filters. */
const taps = 186;
const second = [...noise(2, 23)];
const filters = 3104;
const span = taps + second.length - 1;

export const cases = [
  batchCase({
    name: `convolution/composite ${taps} + ${second.length} taps, ${filters} filters`,
    bytes: filters * (taps + span) * 8,
    batch: { jobs: filters, bytes: span * 8 },
    async prepare(device, memory, count) {
      const values = noise(1, 2 * count * taps);
      const plan = await createCompositeFilters(device, {
        count,
        filters: memory.constant("filters", values),
        taps,
        second,
      });
      const expected = (filter: number) => compositeFilters(tiledRow(values, filter, 2 * taps), taps, second, span);
      return { plan, check: { output: plan.output, row: 2 * span, width: 2, expected } };
    },
  }),
];
