import { WIFI } from "../core/wifi/experiment/experiment.ts";
import { WIFI_USES } from "../core/wifi/experiment/uses.ts";
import { wifiSweep } from "../core/wifi/experiment/sweep.ts";
import { UsageError } from "./options.ts";
import { tellWithoutEffect } from "./unused-options.ts";
import { intervalText, sweepCommand } from "./sweep/run-sweep.ts";
import { scientific, tableOf } from "./table.ts";

export const wifi = sweepCommand({
  measurement: wifiSweep,
  about: "Measures packet error rates of 802.11a, g and p over SNR, for each rate and channel estimator.",
  details:
    "Measures packet error rates of 802.11a, g and p over SNR, for each rate and channel estimator. --channel exponential:50 also sets the delay spread.",
  examples: [
    "wifi --rate-mbps 6,12,24 --bytes 1458 --snr 0:1:20 --estimators genie,ls,sta,lmmse --packets 1000 --json per.json",
    "wifi --channel exponential --delay-spread 50 --snr 0:2:20 --estimator lmmse",
  ],
  options: WIFI,
  tellUnused: (config, given) => tellWithoutEffect("wifi", WIFI, WIFI_USES, config, given),
  extras: {
    "estimator NAME": {
      choices: WIFI.fields.estimators.kind === "list" ? WIFI.fields.estimators.choices : [],
      description: "One estimator, in place of --estimators.",
    },
  },
  fieldsOf(given, { estimator }) {
    if (estimator !== undefined && "estimators" in given) {
      throw new UsageError("wifi: --estimator and --estimators mean the same; give one of them");
    }
    return Object.assign(given, withDelaySpread(given), estimator !== undefined && { estimators: [estimator] });
  },
  describe: (results) =>
    tableOf(results, [
      ["Mbit/s", "rateMbps"],
      ["SNR dB", "snrDb"],
      ["estimator", "estimator"],
      ["packets", "packets"],
      ["errors", "packetErrors"],
      ["PER", ({ per }) => scientific(per)],
      ["95 %", ({ ci95 }) => intervalText(ci95)],
      ["missed", "missed"],
    ]),
});

/** Returns fields in which the channel "exponential:50" has become a channel and a delay spread in ns. */
export function withDelaySpread(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [, spread] = /^exponential:(.*)$/.exec(String(given.channel)) ?? [];
  if (spread === undefined) return { ...given };
  if ("delaySpread" in given) {
    throw new UsageError("wifi: --channel exponential:NS and --delay-spread mean the same; give one of them");
  }
  return { ...given, channel: "exponential", delaySpread: spread.trim() === "" ? spread : Number(spread) };
}
