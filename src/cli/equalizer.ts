import { equalizerSweep } from "../core/telemetry/experiment/sweep.ts";
import { SCENARIO_USES } from "../core/telemetry/experiment/uses.ts";
import { timeReceiver } from "../core/telemetry/experiment/timings.ts";
import { tellWithoutEffect } from "./unused-options.ts";
import { BER_SWEEP_OPTIONS, ebn0Points } from "./scenario.ts";
import { intervalText, sweepCommand } from "./sweep/run-sweep.ts";
import { scientific, tableOf } from "./table.ts";

export const equalizer = sweepCommand({
  measurement: equalizerSweep,
  about: "Measures bit error rates of the equalizers over Eb/N0 through modulator, channel and receiver.",
  examples: [
    "equalizer --channel 1 --ebn0 8:2:14 --packets 300 --equalizers none,zf,mmse,cma --json curve.json",
    "equalizer --channel 1 --ebn0 14 --packets 3104 --shard 2/8 --json part2.json",
    "equalizer --resume curve.json --json curve.json",
  ],
  options: BER_SWEEP_OPTIONS,
  extras: {
    "page-blocks N": "Largest number of 32-packet blocks on the GPU at a time. It does not change the result.",
  },
  fieldsOf(given) {
    const ebn0s = ebn0Points(given);
    const { stopErrors = 0, ...scenario } = given;
    // Each point has its own Eb/N0.
    return { scenario: { ...scenario, ebn0: 0 }, ebn0s, stopErrors };
  },
  tellUnused: ({ scenario }, given) =>
    tellWithoutEffect("equalizer", BER_SWEEP_OPTIONS, SCENARIO_USES, scenario, given),
  async afterwards(host, { scenario, ebn0s }) {
    const ebn0 = Array.isArray(ebn0s) ? ebn0s[0] : scenario.ebn0;
    const { stages, packets } = await timeReceiver(await host.get(), { ...scenario, ebn0 });
    return { timings: stages, timedPackets: packets };
  },
  describe: (results) =>
    tableOf(results, [
      ["Eb/N0 dB", "ebn0Db"],
      ["equalizer", "equalizer"],
      ["packets", "packets"],
      ["missed", "missed"],
      ["bits", "bits"],
      ["errors", "errors"],
      ["BER", ({ ber }) => scientific(ber) ?? "no packet found"],
      ["95 %", ({ ci95 }) => intervalText(ci95)],
    ]),
});
