import { batchCase } from "../../gpu/bench.ts";
import { groupsFor } from "./decided-groups.reference.ts";
import { createDecidedGroups } from "./decided-groups.ts";

/** Items that one dimension of a dispatch can hold. */
const ITEMS = 2 ** 22;

export const cases = [
  batchCase({
    name: "flow/decided-groups one count",
    bytes: 16,
    async prepare(device, memory) {
      const count = memory.constant("count", Uint32Array.of(ITEMS));
      const plan = await createDecidedGroups(device, { count, elements: 1, width: 4, group: 256 });
      const expected = () => [groupsFor(ITEMS, 1, 4, 256), 1, 1];
      return { plan, check: { output: plan.groups.buffer, words: true, row: 3, width: 1, expected } };
    },
  }),
];
