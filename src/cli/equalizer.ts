import { BER_SWEEP } from "../core/telemetry/experiment/scenario.ts";
import { equalizerSweep, type SweepPoint } from "../core/telemetry/experiment/sweep.ts";
import { timeReceiver } from "../core/telemetry/experiment/timings.ts";
import type { Command } from "./command.ts";
import { type ExtraOption, helpText, orUsage, UsageError } from "./options.ts";
import { BER_SWEEP_OPTIONS, readSweepArguments } from "./scenario.ts";
import { intervalText, pageOf, runSweepCommand, SWEEP_OPTIONS } from "./sweep/run-sweep.ts";
import { table } from "./table.ts";

const extras = {
  ...SWEEP_OPTIONS,
  "page-blocks": {
    value: "N",
    description: "Largest number of 32-packet blocks on the GPU at a time. It does not change the result.",
  },
} satisfies Record<string, ExtraOption>;

const about = "Measures bit error rates of the equalizers over Eb/N0 through modulator, channel and receiver.";

export const equalizer: Command = {
  about,
  help: () => helpText("equalizer [options]", about, extras, BER_SWEEP_OPTIONS),
  async run(args) {
    const { positionals, given, ebn0s, extras: own } = readSweepArguments(args, extras);
    if (positionals.length) throw new UsageError(`equalizer: takes no file, got "${positionals[0]}"`);
    const resumed = own.resume !== undefined && Object.keys(given).length === 0;
    const { stopErrors = 0, ...scenario } = given;
    // Each point has its own Eb/N0.
    const config = { scenario: { ...scenario, ebn0: 0 }, ebn0s, stopErrors };
    return runSweepCommand({
      measurement: equalizerSweep,
      config: resumed ? undefined : orUsage(() => BER_SWEEP.parse(config)),
      extras: own,
      page: pageOf("page-blocks", own["page-blocks"]),
      async afterwards(host, { scenario, ebn0s }) {
        const ebn0 = Array.isArray(ebn0s) ? ebn0s[0] : scenario.ebn0;
        const { stages, packets } = await timeReceiver(await host.get(), { ...scenario, ebn0 });
        return { timings: stages, timedPackets: packets };
      },
      describe,
    });
  },
};

function describe(results: readonly SweepPoint[]): string {
  const rows = results.map(({ ebn0Db, equalizer: name, packets, missed, bits, errors, ber, ci95 }) => {
    const rate = ber === null ? "no packet found" : ber.toExponential(2);
    return [
      String(ebn0Db),
      name,
      String(packets),
      String(missed),
      String(bits),
      String(errors),
      rate,
      intervalText(ci95),
    ];
  });
  return table(["Eb/N0 dB", "equalizer", "packets", "missed", "bits", "errors", "BER", "95 %"], rows);
}
