import type { AutoPoints } from "../../configuration/fields.ts";
import { type ConfigOf, field, schema } from "../../configuration/schema.ts";
import type { OneFrameConfig } from "./latency.ts";
import { type EstimatorName, estimators } from "../equalization/registry.ts";
import { type Rate, rateOf, RATES } from "../frame/rates.ts";
import { TRANSMISSION_FIELDS, type TransmissionSettings } from "../transmission/settings.ts";

export { noisePerCarrier, sampleRateOf } from "../transmission/settings.ts";

export type WifiEstimator = EstimatorName;

/** Least packet error rate of automatic points. */
const AUTO_TARGET = 1e-2;

/** The points of "auto" on the SNR axis. */
export const AUTO_SNR: AutoPoints = { from: -4, to: 44, target: AUTO_TARGET };

const { bytes, bandwidth, channel, delaySpread, rays, doppler, offset, clock, timing, synchronization, seed } =
  TRANSMISSION_FIELDS;

export const WIFI = schema("wifi", 1, {
  rateMbps: field.list(
    "Rates",
    "Rates by their Mbit/s at 20 MHz. At 10 MHz each sends half as fast.",
    RATES.map(({ mbps }) => String(mbps)),
    { default: ["24"] },
  ),
  bytes,
  bandwidth,
  channel,
  delaySpread,
  rays,
  doppler,
  snr: field.range("SNR", "Points of the curve: mean power of a carrier over the noise power of a carrier.", {
    default: "6:2:26",
    change: "set",
    unit: "dB",
    min: -20,
    max: 60,
    auto: AUTO_SNR,
  }),
  offset,
  clock,
  timing,
  synchronization,
  estimators: field.list(
    "Estimators",
    "Channel estimators to compare on the same received samples.",
    Object.keys(estimators) as EstimatorName[],
    { default: ["genie", "ls", "sta", "lmmse"] },
  ),
  packets: field.units("Packets", "Maximum number of packets per point.", { default: 500 }),
  stopErrors: field.stopErrors(
    "Packet errors",
    "Stop a point after this many packet errors at every rate with every estimator. 0: run all packets.",
  ),
  seed,
});

/** The configuration of a packet error rate over SNR. The same object gives the same counts on every device. */
export type WifiExperiment = ConfigOf<typeof WIFI>;

/** A frame of an experiment at one of its rates, to measure its latency with one of its estimators. */
export function loneFrame(
  config: WifiExperiment,
  { rate, estimator, snrDb }: Readonly<Record<"rate" | "estimator" | "snrDb", number>>,
): OneFrameConfig {
  const names = Object.keys(TRANSMISSION_FIELDS) as (keyof TransmissionSettings)[];
  const transmission = Object.fromEntries(names.map((name) => [name, config[name]])) as TransmissionSettings;
  const chosen = config.estimators[Math.min(estimator, config.estimators.length - 1)];
  return {
    transmission,
    mbps: Number(config.rateMbps[Math.min(rate, config.rateMbps.length - 1)]),
    snrDb,
    estimator: chosen,
  };
}

export const ratesOf = ({ rateMbps }: Pick<WifiExperiment, "rateMbps">): Rate[] =>
  rateMbps.map((mbps) => rateOf(Number(mbps)));
