import {
  type AutoPoints,
  createSchema,
  type Field,
  type FieldName,
  stopErrorsField,
  unitsField,
} from "../../configuration/fields.ts";
import { type EstimatorName, estimators } from "../equalization/registry.ts";
import { type Rate, rateOf, RATES } from "../frame/rates.ts";
import { TRANSMISSION_DEFAULTS, TRANSMISSION_FIELDS, type TransmissionSettings } from "../transmission/settings.ts";

export { noisePerCarrier, sampleRateOf } from "../transmission/settings.ts";

export type WifiEstimator = EstimatorName;

/** The configuration of a packet error rate over SNR. The same object gives the same counts on every device. */
export interface WifiExperiment extends TransmissionSettings {
  lab: "wifi";
  version: 1;
  /** Rates by their Mbit/s at 20 MHz. */
  rateMbps: string[];
  snr: string;
  estimators: WifiEstimator[];
  packets: number;
  stopErrors: number;
}

/** Least packet error rate of automatic points. */
const AUTO_TARGET = 1e-2;

/** The points of "auto" on the SNR axis. */
export const AUTO_SNR: AutoPoints = { from: -4, to: 44, target: AUTO_TARGET };

const fields: Readonly<Record<FieldName<WifiExperiment>, Field>> = {
  rateMbps: {
    kind: "list",
    change: "rebuild",
    label: "Rates",
    choices: RATES.map(({ mbps }) => String(mbps)),
    description: "Rates by their Mbit/s at 20 MHz. At 10 MHz each sends half as fast.",
  },
  bytes: TRANSMISSION_FIELDS.bytes,
  bandwidth: TRANSMISSION_FIELDS.bandwidth,
  channel: TRANSMISSION_FIELDS.channel,
  delaySpread: TRANSMISSION_FIELDS.delaySpread,
  rays: TRANSMISSION_FIELDS.rays,
  doppler: TRANSMISSION_FIELDS.doppler,
  snr: {
    kind: "range",
    change: "set",
    auto: AUTO_SNR,
    label: "SNR",
    unit: "dB",
    min: -20,
    max: 60,
    description: "Points of the curve: mean power of a carrier over the noise power of a carrier.",
  },
  offset: TRANSMISSION_FIELDS.offset,
  clock: TRANSMISSION_FIELDS.clock,
  timing: TRANSMISSION_FIELDS.timing,
  synchronization: {
    kind: "choice",
    change: "rebuild",
    label: "Synchronization",
    choices: ["genie", "preamble"],
    description:
      "Whether the receiver knows each packet's start, offset, rate and length, or finds them. A packet that it does not find is in error.",
  },
  estimators: {
    kind: "list",
    change: "rebuild",
    label: "Estimators",
    choices: Object.keys(estimators),
    description: "Channel estimators to compare on the same received samples.",
  },
  packets: unitsField("Packets", "Maximum number of packets per point."),
  stopErrors: stopErrorsField(
    "Packet errors",
    "Stop a point after this many packet errors at every rate with every estimator. 0: run all packets.",
  ),
  seed: TRANSMISSION_FIELDS.seed,
};

const defaults: WifiExperiment = {
  lab: "wifi",
  version: 1,
  rateMbps: ["24"],
  ...TRANSMISSION_DEFAULTS,
  snr: "6:2:26",
  estimators: ["genie", "ls", "sta", "lmmse"],
  packets: 500,
  stopErrors: 0,
};

export const WIFI = createSchema("wifi", fields, defaults);

export const ratesOf = ({ rateMbps }: Pick<WifiExperiment, "rateMbps">): Rate[] =>
  rateMbps.map((mbps) => rateOf(Number(mbps)));
