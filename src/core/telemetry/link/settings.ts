import { defaultsOf, field, type ValuesOf } from "../../configuration/schema.ts";
import { type Path, pathsOf, RAY_COLUMNS } from "../../channel/paths.ts";
import { NAMED_PATHS, THREE_RAYS } from "../channel/rays.ts";
import { EQUALIZERS, THESIS_EQUALIZERS } from "../equalizer/names.ts";
import { MOST_FEEDBACK } from "../equalizer/taps.ts";
import { PACKET_SAMPLES, SAMPLE_RATE } from "../packet.ts";

/** Channels by name: no multipath, the thesis's three-ray presets, eleven measured responses, or custom rays. */
export const CHANNELS = [...Object.keys(NAMED_PATHS), "custom"];
/** One of CHANNELS. */
export type ChannelName = string;

/** Samples after the last packet, for the filters at its end. */
const TAIL = 256;

/** Most packets of a recording: as many as a point of any sweep has. */
export const MOST_PACKETS = 2 ** 30;

const RATE_HZ = SAMPLE_RATE / (2 * Math.PI);

/** Eb/N0 of the link and of a sweep's points. */
export const EBN0_LIMITS = { unit: "dB", min: -10, max: 60 };

export const FIELDS = {
  channel: field.choice<ChannelName>(
    "Channel",
    "Three-ray presets 1 to 3, eleven measured responses, no multipath (none), or custom rays.",
    CHANNELS,
    { default: "1", change: "set" },
  ),
  rays: field.rows(
    "Rays",
    "Attenuation (dB), phase (°) and delay (ns) of each path, relative to the first.",
    RAY_COLUMNS,
    { default: THREE_RAYS[0], change: "set", row: "ray", max: 8 },
  ),
  ebn0: field.number("Eb/N0", "Energy per transmitted bit over noise density.", {
    default: 14,
    change: "set",
    ...EBN0_LIMITS,
    step: 0.5,
  }),
  ebn0Reference: field.choice("Eb counts", "Whether Eb includes all rays or only the first.", ["received", "direct"], {
    default: "received",
    change: "set",
  }),
  frequencyOffset: field.number(
    "Frequency offset",
    `Carrier offset. 0.001 rad/sample is ${(RATE_HZ / 1e6).toFixed(2)} kHz. The estimator works up to ±0.098.`,
    { default: 0.01, change: "set", unit: "rad/sample", min: -0.09, max: 0.09, step: 0.001 },
  ),
  phase: field.number("Phase", "Carrier phase at the recording's first sample.", {
    default: 0,
    change: "set",
    unit: "°",
    min: -180,
    max: 180,
    step: 5,
  }),
  timing: field.number("Timing", "Delay of the sampling instants, in samples. Half a sample is a quarter of a bit.", {
    default: 0,
    change: "set",
    unit: "samples",
    min: -0.5,
    max: 0.5,
    step: 0.05,
  }),
  firstOffset: field.whole(
    "First packet at",
    "Sample at which the first whole packet starts. The receiver has to find it.",
    { default: 256, change: "set", unit: "samples", min: 0, max: PACKET_SAMPLES - 1 },
  ),
  packets: field.whole("Packets", "Packets in the recording, with 6144 data bits each. The thesis's batch has 3104.", {
    default: 64,
    min: 1,
    max: MOST_PACKETS,
    step: 32,
  }),
  data: field.choice(
    "Data",
    "Random bits from the seed, or a PN sequence of length 2047 that continues across packets.",
    ["random", "pn11"],
    { default: "random", change: "set" },
  ),
  seed: field.seed("bits and the same noise", { change: "set" }),
  equalizers: field.list(
    "Equalizers",
    "Equalizers to compare on the same samples. none: no equalizer; mmse and fde1: MMSE for a white signal; fde2: the Wiener filter of SOQPSK; " +
      "lms and rls follow their decisions from MMSE on; dfe feeds decisions back.",
    EQUALIZERS,
    { default: THESIS_EQUALIZERS },
  ),
  cmaPasses: field.whole("CMA passes", "Gradient steps, each over the whole packet. A blind start needs 100 or more.", {
    default: 12,
    min: 1,
    max: 200,
  }),
  cmaStep: field.number("CMA step μ", "Length of a gradient step. 0.08 converges on channel 1; 0.32 diverges.", {
    default: 0.04,
    change: "set",
    min: 0,
    max: 0.5,
    step: 0.01,
  }),
  cmaStart: field.choice(
    "CMA starts from",
    "Initial taps: MMSE's taps, or a single spike at the centre (blind).",
    ["mmse", "blind"],
    { default: "mmse" },
  ),
  fdeWeighting: field.choice(
    "FDE2 weighting",
    "The noise power divided by the signal's spectrum (2σ²/Ψ), or multiplied by it as in the original program.",
    ["inverse", "original"],
    { default: "inverse" },
  ),
  noiseFactor: field.number(
    "σ² in MMSE, FDE1",
    "Factor on the estimated noise variance in MMSE, in what starts from it, in FDE1 and in DFE. 0: MMSE becomes ZF.",
    { default: 1, min: 0, max: 4, step: 0.05 },
  ),
  fde2NoiseFactor: field.number("σ² in FDE2", "Factor on the estimated noise variance in FDE2 alone.", {
    default: 1,
    min: 0,
    max: 4,
    step: 0.05,
  }),
  lmsStep: field.number(
    "LMS step μ",
    "Length of LMS's step per bit. A larger step learns faster and ends with more noise.",
    {
      default: 0.002,
      change: "set",
      min: 0.0001,
      max: 0.5,
      step: 0.001,
    },
  ),
  rlsForgetting: field.number(
    "RLS forgetting λ",
    "RLS remembers about 1/(1 − λ) bits. With a short memory float32 diverges where the signal has no power.",
    { default: 0.999, change: "set", min: 0.9, max: 1, step: 0.0005 },
  ),
  dfeBits: field.whole("DFE bits", "Past bits that DFE feeds back. 0: a forward filter of 32 taps alone.", {
    default: 6,
    min: 0,
    max: MOST_FEEDBACK,
  }),
  frequencyEstimate: field.choice(
    "Frequency estimate",
    "An estimate per packet, an average over 32 packets (the original averaged its batch), or the true offset.",
    ["packet", "batch", "known"],
    { default: "packet" },
  ),
  channelEstimate: field.choice(
    "Channel estimate",
    "One per packet, or the average over 32 packets. The average needs a channel that does not change.",
    ["packet", "batch"],
    { default: "packet" },
  ),
  receiveBandwidth: field.number(
    "Receive filter",
    "Two-sided bandwidth of a low-pass filter before the receiver; signal and noise pass it. 0: no filter.",
    { default: 0, unit: "MHz", min: 0, max: 20, step: 0.5 },
  ),
  loop: field.choice(
    "Phase loop",
    "A second-order PLL, the original's first-order PLL, or no loop (ideal), which needs the true offset.",
    ["second-order", "first-order", "ideal"],
    { default: "second-order", change: "set" },
  ),
};

/** All settings of transmitter, channel and receiver. Only the channel "custom" has `rays`. */
export type LinkSettings = ValuesOf<typeof FIELDS>;

export const DEFAULT_SETTINGS: LinkSettings = defaultsOf(FIELDS);

/** The propagation paths of the link's channel. */
export function linkPaths({ channel, rays }: Pick<LinkSettings, "channel" | "rays">): readonly Path[] {
  return channel === "custom" ? pathsOf(rays, SAMPLE_RATE) : NAMED_PATHS[channel];
}

/** Length in samples of the link's recording. */
export function recordingLength({ firstOffset, packets }: Pick<LinkSettings, "firstOffset" | "packets">): number {
  return firstOffset + packets * PACKET_SAMPLES + TAIL;
}
