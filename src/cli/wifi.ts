import { WIFI } from "../core/wifi/experiment/experiment.ts";
import { type WifiPoint, wifiSweep } from "../core/wifi/experiment/sweep.ts";
import type { Command } from "./command.ts";
import { type ExtraOption, helpText, orUsage, readArguments, UsageError } from "./options.ts";
import { intervalText, runSweepCommand, SWEEP_OPTIONS } from "./sweep/run-sweep.ts";
import { table } from "./table.ts";

const extras = {
  ...SWEEP_OPTIONS,
  estimator: { value: "NAME", description: "One estimator, in place of --estimators." },
} satisfies Record<string, ExtraOption>;

const about =
  "Measures packet error rates of 802.11a, g and p over SNR, for each rate and channel estimator. --channel exponential:50 also sets the delay spread.";

export const wifi: Command = {
  about,
  help: () => helpText("wifi [options]", about, extras, WIFI),
  async run(args) {
    const { positionals, given, extras: own } = readArguments(args, extras, WIFI);
    if (positionals.length) throw new UsageError(`wifi: takes no file, got "${positionals[0]}"`);
    const { estimator } = own;
    if (estimator !== undefined && "estimators" in given) {
      throw new UsageError("wifi: --estimator and --estimators mean the same; give one of them");
    }
    const wanted = { ...withDelaySpread(given), ...(estimator !== undefined && { estimators: [estimator] }) };
    const resumed = own.resume !== undefined && Object.keys(wanted).length === 0;
    return runSweepCommand({
      measurement: wifiSweep,
      config: resumed ? undefined : orUsage(() => WIFI.parse(wanted)),
      extras: own,
      describe,
    });
  },
};

/** Returns fields in which the channel "exponential:50" has become a channel and a delay spread in ns. */
export function withDelaySpread(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [, spread] = /^exponential:(.*)$/.exec(String(given.channel)) ?? [];
  if (spread === undefined) return { ...given };
  if ("delaySpread" in given) {
    throw new UsageError("wifi: --channel exponential:NS and --delay-spread mean the same; give one of them");
  }
  return { ...given, channel: "exponential", delaySpread: spread.trim() === "" ? spread : Number(spread) };
}

function describe(results: readonly WifiPoint[]): string {
  const rows = results.map(({ rateMbps, snrDb, estimator, packets, packetErrors, per, ci95, missed }) => [
    String(rateMbps),
    String(snrDb),
    estimator,
    String(packets),
    String(packetErrors),
    per?.toExponential(2) ?? "",
    intervalText(ci95),
    String(missed),
  ]);
  return table(["Mbit/s", "SNR dB", "estimator", "packets", "errors", "PER", "95 %", "missed"], rows);
}
