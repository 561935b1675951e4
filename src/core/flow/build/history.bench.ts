import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { movedOn } from "./history.reference.ts";
import { createHistory } from "./history.ts";

const SIGNALS = 3104;
const length = 12_672;
const history = 255;
/** Number of different signals. */
const OWN = 16;

export const cases = [
  batchCase({
    name: `flow/history ${SIGNALS} × ${length} samples, ${history} kept`,
    bytes: 2 * SIGNALS * history * 8,
    batch: { jobs: SIGNALS, group: OWN, bytes: length * 8 },
    async prepare(device, memory, signals) {
      const values = noise(1, 2 * OWN * length);
      const input = tiled(device, memory, "samples", values, signals / OWN);
      const plan = await createHistory(device, { kind: "complex", signals, length, history, input });
      const expected = (s: number) => movedOn(new Float64Array(2 * history), tiledRow(values, s, 2 * length));
      return { plan, check: { output: plan.buffer, row: 2 * history, width: 2, expected } };
    },
  }),
];
