import { it } from "vitest";
import { checkLedgers, drawnSweep } from "../../measurement/ledger-testing.ts";
import { addFrame, CLUSTER_FIELDS } from "../../measurement/measurement.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { DATA_BITS } from "../packet.ts";
import { equalizerSweep } from "./sweep.ts";

/** The last block has five packets. */
const PACKETS = 21 * BLOCK_PACKETS + 5;

it.each([
  ["all packets", 0],
  ["a stop rule", 6],
])("telemetry/experiment: a ledger with one changed number is refused, or possible: %s", (_, stopErrors) => {
  const scenario = { packets: PACKETS, equalizers: ["zf", "fde1"] };
  checkLedgers(
    drawnSweep(equalizerSweep, { scenario, ebn0s: [3, 7], stopErrors }, (counts, unit, draw) => {
      const sent = Math.max(0, Math.min(BLOCK_PACKETS, PACKETS - unit * BLOCK_PACKETS));
      const found = sent - Math.min(sent, draw(BLOCK_PACKETS));
      let wrong = 0;
      for (let i = 0; i < found; i++) {
        const errors = draw(DATA_BITS);
        addFrame(counts, 0, DATA_BITS, errors);
        wrong += errors;
      }
      counts.set([sent - found, Number(found > 0), Number(wrong > 0), wrong * wrong], CLUSTER_FIELDS.length);
    }),
  );
});
