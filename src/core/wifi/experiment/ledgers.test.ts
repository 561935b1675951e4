import { it } from "vitest";
import { checkLedgers, drawnSweep } from "../../measurement/ledger-testing.ts";
import { addFrame, CLUSTER_FIELDS } from "../../measurement/measurement.ts";
import { wifiSweep } from "./sweep.ts";

const base = { bytes: 20, packets: 45, estimators: ["ls", "genie"], snr: "2,9" };

it.each([
  ["two rates", { ...base, rateMbps: ["6", "54"] }],
  ["a stop rule", { ...base, stopErrors: 4 }],
])("wifi/experiment: a ledger with one changed number is refused, or possible: %s", (_, config) => {
  checkLedgers(
    drawnSweep(wifiSweep, config, (counts, _unit, draw) => {
      const missed = draw(1);
      addFrame(counts, 0, 160, missed ? 160 : draw(160));
      counts[CLUSTER_FIELDS.length] += missed;
    }),
  );
});
