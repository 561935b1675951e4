import type { BlockType } from "../../flow/graph/block-type.ts";
import { type EqualizerName, EQUALIZERS } from "../../telemetry/equalizer/names.ts";
import { DEFAULT_SETTINGS, FIELDS, type LinkSettings } from "../../telemetry/link/settings.ts";

export interface TelemetryReceiver extends Pick<
  LinkSettings,
  | "cmaPasses"
  | "cmaStep"
  | "cmaStart"
  | "fdeWeighting"
  | "noiseFactor"
  | "fde2NoiseFactor"
  | "channelEstimate"
  | "receiveBandwidth"
> {
  equalizer: EqualizerName;
  frequencyEstimate: "packet" | "batch";
  loop: "second-order" | "first-order";
}

const { cmaPasses, cmaStep, cmaStart, fdeWeighting, noiseFactor, fde2NoiseFactor, channelEstimate, receiveBandwidth } =
  FIELDS;

export const telemetryReceiver: BlockType<TelemetryReceiver> = {
  title: "Telemetry receiver",
  category: "receivers",
  summary: "Finds, equalizes and decides packets of SOQPSK telemetry at 20.625 MS/s.",
  help:
    "The receiver of the telemetry lab: preamble detector, estimates of frequency and channel, equalizer, detector. " +
    "It works on 32 packets at a time: pages have a multiple of 405,504 samples, and the bits come as many samples late. " +
    "The output “bits” has the 6144 data bits of each found packet; “frames” has them as 768 bytes, " +
    "the first bit in the lowest place of a byte.",
  keywords: ["SOQPSK", "iNET", "equalizer", "MMSE", "CMA", "demodulator"],
  fields: {
    equalizer: {
      kind: "choice",
      change: "rebuild",
      label: "Equalizer",
      choices: EQUALIZERS,
      description: "The equalizer; none is the receiver without one.",
    },
    cmaPasses,
    cmaStep,
    cmaStart,
    fdeWeighting,
    noiseFactor,
    fde2NoiseFactor,
    frequencyEstimate: {
      kind: "choice",
      change: "rebuild",
      label: "Frequency estimate",
      choices: ["packet", "batch"] satisfies TelemetryReceiver["frequencyEstimate"][],
      description: "An estimate per packet, or an average over 32 packets.",
    },
    channelEstimate,
    receiveBandwidth,
    loop: {
      kind: "choice",
      change: "set",
      label: "Phase loop",
      choices: ["second-order", "first-order"] satisfies TelemetryReceiver["loop"][],
      description: "The detector's phase-locked loop.",
    },
  },
  defaults: {
    equalizer: "mmse",
    cmaPasses: DEFAULT_SETTINGS.cmaPasses,
    cmaStep: DEFAULT_SETTINGS.cmaStep,
    cmaStart: DEFAULT_SETTINGS.cmaStart,
    fdeWeighting: DEFAULT_SETTINGS.fdeWeighting,
    noiseFactor: DEFAULT_SETTINGS.noiseFactor,
    fde2NoiseFactor: DEFAULT_SETTINGS.fde2NoiseFactor,
    frequencyEstimate: "packet",
    channelEstimate: DEFAULT_SETTINGS.channelEstimate,
    receiveBandwidth: DEFAULT_SETTINGS.receiveBandwidth,
    loop: "second-order",
  },
  ports: () => ({
    inputs: [{ name: "in", type: "complex" }],
    outputs: [
      { name: "bits", type: "bits" },
      { name: "frames", type: "frames" },
    ],
  }),
  plan: async () => (await import("./telemetry-receiver.plan.ts")).createTelemetryReceiver,
};
