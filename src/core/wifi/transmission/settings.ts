import { MEASURED_CHANNELS } from "../../channel/measured.ts";
import { type Ray, RAY_COLUMNS } from "../../channel/paths.ts";
import { type Field, seedField } from "../../configuration/fields.ts";
import { MOST_OCTETS } from "../frame/data-field.ts";
import { FCS_OCTETS } from "../frame/fcs.ts";

/** The settings of frames and of their channel. */
export interface TransmissionSettings {
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
  /** Carrier frequency offset, kHz. */
  offset: number;
  /** Error of the receiver's sampling clock, ppm. */
  clock: number;
  /** Delay of all packets, samples. */
  timing: number;
  synchronization: "genie" | "preamble";
  seed: number;
}

const measured = Array.from({ length: MEASURED_CHANNELS }, (_, i) => `measured-${i + 1}`);

export const TRANSMISSION_FIELDS: Readonly<Record<Exclude<keyof TransmissionSettings, "synchronization">, Field>> = {
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
    description:
      "Error of the receiver's sampling clock. If it is positive, samples are taken too late, by a growing time.",
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
  seed: seedField("octets, channels and noise"),
};

export const TRANSMISSION_DEFAULTS: TransmissionSettings = {
  bytes: 1000,
  bandwidth: "20",
  channel: "exponential",
  delaySpread: 50,
  rays: [
    { attenuationDb: 0, phaseDeg: 0, delayNs: 0 },
    { attenuationDb: 3, phaseDeg: 120, delayNs: 100 },
  ],
  doppler: 0,
  offset: 0,
  clock: 0,
  timing: 0,
  synchronization: "genie",
  seed: 1,
};

/** Samples/s. */
export const sampleRateOf = ({ bandwidth }: Pick<TransmissionSettings, "bandwidth">): number => Number(bandwidth) * 1e6;

/** Returns E|noise|² per carrier, for points of unit mean energy and a channel of unit mean power. */
export const noisePerCarrier = (snrDb: number): number => 10 ** (-snrDb / 10);
