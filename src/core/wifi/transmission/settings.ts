import { MEASURED_CHANNELS } from "../../channel/measured.ts";
import { RAY_COLUMNS } from "../../channel/paths.ts";
import { defaultsOf, field, type ValuesOf } from "../../configuration/schema.ts";
import { MOST_OCTETS } from "../frame/data-field.ts";
import { FCS_OCTETS } from "../frame/fcs.ts";

const measured = Array.from({ length: MEASURED_CHANNELS }, (_, i): `measured-${number}` => `measured-${i + 1}`);

export const TRANSMISSION_FIELDS = {
  bytes: field.whole("Length", "Octets of the PSDU: random octets, then the frame check sequence of four octets.", {
    default: 1000,
    unit: "bytes",
    min: FCS_OCTETS + 1,
    max: MOST_OCTETS,
  }),
  bandwidth: field.choice(
    "Bandwidth",
    "Bandwidth and sample rate, in MHz and MS/s: 20 for 802.11a and g, 10 for 802.11p.",
    ["20", "10"],
    { default: "20" },
  ),
  channel: field.choice(
    "Channel",
    "White noise only; random taps per packet whose mean power decays exponentially; or for all packets the same rays or measured response.",
    ["awgn", "exponential", "rays", ...measured],
    { default: "exponential" },
  ),
  delaySpread: field.number(
    "Delay spread",
    "RMS delay spread of the exponential channel. 0: one tap, which fades without frequency selectivity.",
    { default: 50, unit: "ns", min: 0, max: 500, step: 10 },
  ),
  rays: field.rows(
    "Rays",
    "Attenuation (dB), phase (°) and delay (ns) of each ray of the channel with rays.",
    RAY_COLUMNS,
    {
      default: [
        { attenuationDb: 0, phaseDeg: 0, delayNs: 0 },
        { attenuationDb: 3, phaseDeg: 120, delayNs: 100 },
      ],
      row: "ray",
      max: 8,
    },
  ),
  doppler: field.number(
    "Doppler",
    "Largest Doppler shift of the exponential channel's taps. 0: the channel stands still.",
    { default: 0, unit: "Hz", min: 0, max: 5000, step: 50 },
  ),
  offset: field.number("Carrier offset", "Carrier frequency offset between transmitter and receiver.", {
    default: 0,
    unit: "kHz",
    min: -200,
    max: 200,
    step: 5,
  }),
  clock: field.number(
    "Clock offset",
    "Error of the receiver's sampling clock. If it is positive, samples are taken too late, by a growing time.",
    { default: 0, unit: "ppm", min: -100, max: 100, step: 5 },
  ),
  timing: field.number("Timing", "Delay of all packets by a fraction of a sample.", {
    default: 0,
    unit: "samples",
    min: -0.5,
    max: 0.5,
    step: 0.05,
  }),
  synchronization: field.choice(
    "Synchronization",
    "Whether the receiver knows each packet's start, offset, rate and length, or finds them. A packet that it does not find is in error.",
    ["genie", "preamble"],
    { default: "genie" },
  ),
  seed: field.seed("octets, channels and noise"),
};

/** The settings of frames and of their channel. */
export type TransmissionSettings = ValuesOf<typeof TRANSMISSION_FIELDS>;

export const TRANSMISSION_DEFAULTS: TransmissionSettings = defaultsOf(TRANSMISSION_FIELDS);

/** Samples/s. */
export const sampleRateOf = ({ bandwidth }: Pick<TransmissionSettings, "bandwidth">): number => Number(bandwidth) * 1e6;

/** Returns E|noise|² per carrier, for points of unit mean energy and a channel of unit mean power. */
export const noisePerCarrier = (snrDb: number): number => 10 ** (-snrDb / 10);
