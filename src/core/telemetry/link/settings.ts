import { type Field, seedField } from "../../configuration/fields.ts";
import { type Path, pathsOf, type Ray, RAY_COLUMNS } from "../../channel/paths.ts";
import { NAMED_PATHS, THREE_RAYS } from "../channel/rays.ts";
import { type EqualizerName, type EqualizerOptions, EQUALIZERS } from "../equalizer/names.ts";
import { PACKET_SAMPLES, SAMPLE_RATE } from "../packet.ts";

/** Channels by name: no multipath, the thesis's three-ray presets, eleven measured responses, or custom rays. */
export const CHANNELS = [...Object.keys(NAMED_PATHS), "custom"];
/** One of CHANNELS. */
export type ChannelName = string;

/** All settings of transmitter, channel and receiver. */
export interface LinkSettings extends EqualizerOptions {
  channel: ChannelName;
  /** The rays of channel "custom"; ignored for the named channels. */
  rays: Ray[];
  ebn0: number;
  ebn0Reference: "received" | "direct";
  frequencyOffset: number;
  phase: number;
  timing: number;
  firstOffset: number;
  packets: number;
  data: "random" | "pn11";
  seed: number;
  equalizers: EqualizerName[];
  frequencyEstimate: "packet" | "batch" | "known";
  channelEstimate: "packet" | "batch";
  /** Two-sided bandwidth of the receive filter in MHz; 0: none. */
  receiveBandwidth: number;
  loop: "second-order" | "first-order" | "ideal";
}

/** Samples after the last packet, for the filters at its end. */
const TAIL = 256;

/** Most packets of a recording, which counts its samples in 31 bits. */
export const MOST_PACKETS = Math.floor((2 ** 31 - TAIL) / PACKET_SAMPLES) - 1;

const RATE_HZ = SAMPLE_RATE / (2 * Math.PI);

export const FIELDS: Readonly<Record<keyof LinkSettings, Field>> = {
  channel: {
    kind: "choice",
    change: "set",
    label: "Channel",
    choices: CHANNELS,
    description: "Three-ray presets 1 to 3, eleven measured responses, no multipath (none), or custom rays.",
  },
  rays: {
    kind: "rows",
    change: "set",
    row: "ray",
    columns: RAY_COLUMNS,
    max: 8,
    label: "Rays",
    description: "Attenuation (dB), phase (°) and delay (ns) of each path, relative to the first.",
  },
  ebn0: {
    kind: "number",
    change: "set",
    label: "Eb/N0",
    unit: "dB",
    min: -10,
    max: 60,
    step: 0.5,
    description: "Energy per transmitted bit over noise density.",
  },
  ebn0Reference: {
    kind: "choice",
    change: "set",
    label: "Eb counts",
    choices: ["received", "direct"],
    description: "Whether Eb includes all rays or only the first.",
  },
  frequencyOffset: {
    kind: "number",
    change: "set",
    label: "Frequency offset",
    unit: "rad/sample",
    min: -0.09,
    max: 0.09,
    step: 0.001,
    description: `Carrier offset. 0.001 rad/sample is ${(RATE_HZ / 1e6).toFixed(2)} kHz. The estimator works up to ±0.098.`,
  },
  phase: {
    kind: "number",
    change: "set",
    label: "Phase",
    unit: "°",
    min: -180,
    max: 180,
    step: 5,
    description: "Carrier phase at the recording's first sample.",
  },
  timing: {
    kind: "number",
    change: "set",
    label: "Timing",
    unit: "samples",
    min: -0.5,
    max: 0.5,
    step: 0.05,
    description: "Delay of the sampling instants, in samples. Half a sample is a quarter of a bit.",
  },
  firstOffset: {
    kind: "number",
    change: "set",
    label: "First packet at",
    unit: "samples",
    min: 0,
    max: PACKET_SAMPLES - 1,
    step: 1,
    integer: true,
    description: "Sample at which the first whole packet starts. The receiver has to find it.",
  },
  packets: {
    kind: "number",
    change: "rebuild",
    label: "Packets",
    unit: "",
    min: 1,
    max: MOST_PACKETS,
    step: 32,
    integer: true,
    description: "Packets in the recording, with 6144 data bits each. The thesis's batch has 3104.",
  },
  data: {
    kind: "choice",
    change: "set",
    label: "Data",
    choices: ["random", "pn11"],
    description: "Random bits from the seed, or a PN sequence of length 2047 that continues across packets.",
  },
  seed: { ...seedField("bits and the same noise"), change: "set" },
  equalizers: {
    kind: "list",
    change: "rebuild",
    label: "Equalizers",
    choices: EQUALIZERS,
    description:
      "Equalizers to compare on the same samples. none: no equalizer; mmse and fde1: MMSE for a white signal; fde2: the Wiener filter of SOQPSK.",
  },
  cmaPasses: {
    kind: "number",
    change: "rebuild",
    label: "CMA passes",
    unit: "",
    min: 1,
    max: 200,
    step: 1,
    integer: true,
    description: "Gradient steps, each over the whole packet. A blind start needs 100 or more.",
  },
  cmaStep: {
    kind: "number",
    change: "set",
    label: "CMA step μ",
    unit: "",
    min: 0,
    max: 0.5,
    step: 0.01,
    description: "Length of a gradient step. 0.08 converges on channel 1; 0.32 diverges.",
  },
  cmaStart: {
    kind: "choice",
    change: "rebuild",
    label: "CMA starts from",
    choices: ["mmse", "blind"],
    description: "Initial taps: MMSE's taps, or a single spike at the centre (blind).",
  },
  fdeWeighting: {
    kind: "choice",
    change: "rebuild",
    label: "FDE2 weighting",
    choices: ["inverse", "original"],
    description:
      "The noise power divided by the signal's spectrum (2σ²/Ψ), or multiplied by it as in the original program.",
  },
  noiseFactor: {
    kind: "number",
    change: "rebuild",
    label: "σ² in MMSE, FDE1",
    unit: "",
    min: 0,
    max: 4,
    step: 0.05,
    description: "Factor on the estimated noise variance in MMSE, in CMA's start and in FDE1. 0: MMSE becomes ZF.",
  },
  fde2NoiseFactor: {
    kind: "number",
    change: "rebuild",
    label: "σ² in FDE2",
    unit: "",
    min: 0,
    max: 4,
    step: 0.05,
    description: "Factor on the estimated noise variance in FDE2 alone.",
  },
  frequencyEstimate: {
    kind: "choice",
    change: "rebuild",
    label: "Frequency estimate",
    choices: ["packet", "batch", "known"],
    description:
      "An estimate per packet, an average over 32 packets (the original averaged its batch), or the true offset.",
  },
  channelEstimate: {
    kind: "choice",
    change: "rebuild",
    label: "Channel estimate",
    choices: ["packet", "batch"],
    description: "One per packet, or the average over 32 packets. The average needs a channel that does not change.",
  },
  receiveBandwidth: {
    kind: "number",
    change: "rebuild",
    label: "Receive filter",
    unit: "MHz",
    min: 0,
    max: 20,
    step: 0.5,
    description:
      "Two-sided bandwidth of a low-pass filter before the receiver; signal and noise pass it. 0: no filter.",
  },
  loop: {
    kind: "choice",
    change: "set",
    label: "Phase loop",
    choices: ["second-order", "first-order", "ideal"],
    description: "A second-order PLL, the original's first-order PLL, or no loop (ideal), which needs the true offset.",
  },
};

export const DEFAULT_SETTINGS: LinkSettings = {
  channel: "1",
  rays: THREE_RAYS[0].map((ray) => ({ ...ray })),
  ebn0: 14,
  ebn0Reference: "received",
  frequencyOffset: 0.01,
  phase: 0,
  timing: 0,
  firstOffset: 256,
  packets: 64,
  data: "random",
  seed: 1,
  equalizers: [...EQUALIZERS],
  cmaPasses: 12,
  cmaStep: 0.04,
  cmaStart: "mmse",
  fdeWeighting: "inverse",
  noiseFactor: 1,
  fde2NoiseFactor: 1,
  frequencyEstimate: "packet",
  channelEstimate: "packet",
  receiveBandwidth: 0,
  loop: "second-order",
};

/** The propagation paths of the link's channel. */
export function linkPaths({ channel, rays }: Pick<LinkSettings, "channel" | "rays">): readonly Path[] {
  return channel === "custom" ? pathsOf(rays, SAMPLE_RATE) : NAMED_PATHS[channel];
}

/** Length in samples of the link's recording. */
export function recordingLength({ firstOffset, packets }: Pick<LinkSettings, "firstOffset" | "packets">): number {
  return firstOffset + packets * PACKET_SAMPLES + TAIL;
}
