import { it } from "vitest";
import { checkLedgers, drawnSweep } from "../../../measurement/ledger-testing.ts";
import { addFrame, CLUSTER_FIELDS } from "../../../measurement/measurement.ts";
import { turboSweep } from "./sweep.ts";

const base = { length: 40, windows: "1", iterations: "2", codewords: 40, ebn0: "0,1" };

it.each([
  ["all iterations", base, 2],
  ["an early stop and a stop rule", { ...base, stop: "sign", stopErrors: 3 }, 1],
] as const)("turbo/experiment: a ledger with one changed number is refused, or possible: %s", (_, config, least) => {
  checkLedgers(
    drawnSweep(turboSweep, config, (counts, _unit, draw) => {
      addFrame(counts, 0, 40, draw(40));
      counts[CLUSTER_FIELDS.length] += Math.max(least, 2 - draw(1));
    }),
  );
});
