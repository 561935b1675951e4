import { MEASURED_CHANNELS } from "../../channel/measured.ts";
import { type Ray, RAY_COLUMNS } from "../../channel/paths.ts";
import { type AutoPoints, createSchema, type Field, type FieldName, seedField } from "../../configuration/fields.ts";
import { type EstimatorName, estimators } from "../equalization/registry.ts";
import { MOST_OCTETS } from "../frame/data-field.ts";
import { FCS_OCTETS } from "../frame/fcs.ts";
import { type Rate, rateOf, RATES } from "../frame/rates.ts";

export type WifiEstimator = EstimatorName;

/** The configuration of a packet error rate over SNR. The same object gives the same counts on every device. */
export interface WifiExperiment {
  lab: "wifi";
  version: 1;
  /** Rates by their Mbit/s at 20 MHz. */
  rateMbps: string[];
  /** Octets of a PSDU, with the frame check sequence. */
  bytes: number;
  bandwidth: "20" | "10";
  channel: "awgn" | "exponential" | "rays" | `measured-${number}`;
  /** RMS delay spread of channel "exponential", ns. */
  delaySpread: number;
  /** The rays of channel "rays". */
  rays: Ray[];
  /** Largest Doppler shift, Hz. */
  doppler: number;
  snr: string;
  /** Carrier frequency offset, kHz. */
  offset: number;
  /** Error of the receiver's sampling clock, ppm. */
  clock: number;
  /** Delay of all packets, samples. */
  timing: number;
  synchronization: "genie" | "preamble";
  estimators: WifiEstimator[];
  packets: number;
  stopErrors: number;
  seed: number;
}

/** Least packet error rate of automatic points. */
const AUTO_TARGET = 1e-2;

/** The points of "auto" on the SNR axis. */
export const AUTO_SNR: AutoPoints = { from: -4, to: 44, target: AUTO_TARGET };

const measured = Array.from({ length: MEASURED_CHANNELS }, (_, i) => `measured-${i + 1}`);

const fields: Readonly<Record<FieldName<WifiExperiment>, Field>> = {
  rateMbps: {
    kind: "list",
    change: "rebuild",
    label: "Rates",
    choices: RATES.map(({ mbps }) => String(mbps)),
    description: "Rates by their Mbit/s at 20 MHz. At 10 MHz each sends half as fast.",
  },
  bytes: {
    kind: "number",
    change: "rebuild",
    label: "Length",
    unit: "bytes",
    min: FCS_OCTETS + 1,
    max: MOST_OCTETS,
    step: 1,
    integer: true,
    description: "Octets of the PSDU: random octets, then the frame check sequence of four octets.",
  },
  bandwidth: {
    kind: "choice",
    change: "rebuild",
    label: "Bandwidth",
    choices: ["20", "10"],
    description: "Bandwidth and sample rate, in MHz and MS/s: 20 for 802.11a and g, 10 for 802.11p.",
  },
  channel: {
    kind: "choice",
    change: "rebuild",
    label: "Channel",
    choices: ["awgn", "exponential", "rays", ...measured],
    description:
      "White noise only; random taps per packet whose mean power decays exponentially; or for all packets the same rays or measured response.",
  },
  delaySpread: {
    kind: "number",
    change: "rebuild",
    label: "Delay spread",
    unit: "ns",
    min: 0,
    max: 500,
    step: 10,
    description: "RMS delay spread of the exponential channel. 0: one tap, which fades without frequency selectivity.",
  },
  rays: {
    kind: "rows",
    change: "rebuild",
    row: "ray",
    columns: RAY_COLUMNS,
    max: 8,
    label: "Rays",
    description: "Attenuation (dB), phase (°) and delay (ns) of each ray of the channel with rays.",
  },
  doppler: {
    kind: "number",
    change: "rebuild",
    label: "Doppler",
    unit: "Hz",
    min: 0,
    max: 5000,
    step: 50,
    description: "Largest Doppler shift of the exponential channel's taps. 0: the channel stands still.",
  },
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
  offset: {
    kind: "number",
    change: "rebuild",
    label: "Carrier offset",
    unit: "kHz",
    min: -200,
    max: 200,
    step: 5,
    description: "Carrier frequency offset between transmitter and receiver.",
  },
  clock: {
    kind: "number",
    change: "rebuild",
    label: "Clock offset",
    unit: "ppm",
    min: -100,
    max: 100,
    step: 5,
    description: "Error of the receiver's sampling clock. A positive one takes the samples too late, more and more.",
  },
  timing: {
    kind: "number",
    change: "rebuild",
    label: "Timing",
    unit: "samples",
    min: -0.5,
    max: 0.5,
    step: 0.05,
    description: "Delay of all packets by a fraction of a sample.",
  },
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
  packets: {
    kind: "number",
    change: "set",
    label: "Packets",
    unit: "",
    min: 1,
    max: 2 ** 24,
    step: 100,
    integer: true,
    description: "Maximum number of packets per point.",
  },
  stopErrors: {
    kind: "number",
    change: "set",
    label: "Packet errors",
    unit: "",
    min: 0,
    max: 1e6,
    step: 10,
    integer: true,
    description: "Stop a point after this many packet errors at every rate with every estimator. 0: run all packets.",
  },
  seed: seedField("octets, channels and noise"),
};

const defaults: WifiExperiment = {
  lab: "wifi",
  version: 1,
  rateMbps: ["24"],
  bytes: 1000,
  bandwidth: "20",
  channel: "exponential",
  delaySpread: 50,
  rays: [
    { attenuationDb: 0, phaseDeg: 0, delayNs: 0 },
    { attenuationDb: 3, phaseDeg: 120, delayNs: 100 },
  ],
  doppler: 0,
  snr: "6:2:26",
  offset: 0,
  clock: 0,
  timing: 0,
  synchronization: "genie",
  estimators: ["genie", "ls", "sta", "lmmse"],
  packets: 500,
  stopErrors: 0,
  seed: 1,
};

export const WIFI = createSchema("wifi", fields, defaults);

export const ratesOf = ({ rateMbps }: Pick<WifiExperiment, "rateMbps">): Rate[] =>
  rateMbps.map((mbps) => rateOf(Number(mbps)));

/** Samples/s. */
export const sampleRateOf = ({ bandwidth }: Pick<WifiExperiment, "bandwidth">): number => Number(bandwidth) * 1e6;

/** Returns E|noise|² per carrier, for points of unit mean energy and a channel of unit mean power. */
export const noisePerCarrier = (snrDb: number): number => 10 ** (-snrDb / 10);
