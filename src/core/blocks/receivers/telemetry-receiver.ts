import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { EQUALIZERS } from "../../telemetry/equalizer/names.ts";
import { FIELDS } from "../../telemetry/link/settings.ts";
import { typedPorts } from "../definition.ts";

const { cmaPasses, cmaStep, cmaStart, fdeWeighting, noiseFactor, fde2NoiseFactor } = FIELDS;
const { lmsStep, rlsForgetting, dfeBits, channelEstimate, receiveBandwidth } = FIELDS;

const fields = {
  equalizer: field.choice("Equalizer", "The equalizer; none is the receiver without one.", EQUALIZERS, {
    default: "mmse",
  }),
  cmaPasses,
  cmaStep,
  cmaStart,
  fdeWeighting,
  noiseFactor,
  fde2NoiseFactor,
  lmsStep,
  rlsForgetting,
  dfeBits,
  frequencyEstimate: field.choice(
    "Frequency estimate",
    "An estimate per packet, or an average over 32 packets.",
    ["packet", "batch"],
    { default: "packet" },
  ),
  channelEstimate,
  receiveBandwidth,
  loop: field.choice("Phase loop", "The detector's phase-locked loop.", ["second-order", "first-order"], {
    default: "second-order",
    change: "set",
  }),
};

export type TelemetryReceiver = ValuesOf<typeof fields>;

export const telemetryReceiver = defineBlock({
  title: "Telemetry receiver",
  category: "receivers",
  summary: "Finds, equalizes and decides packets of SOQPSK telemetry at 20.625 MS/s.",
  help:
    "The receiver of the telemetry lab: preamble detector, estimates of frequency and channel, equalizer, detector. " +
    "It works on 32 packets at a time: pages have a multiple of 405,504 samples, and the bits come as many samples late. " +
    "The output “bits” has the 6144 data bits of each found packet; “frames” has them as 768 bytes, " +
    "the first bit in the lowest place of a byte.",
  keywords: ["SOQPSK", "iNET", "equalizer", "MMSE", "CMA", "LMS", "RLS", "DFE", "demodulator"],
  fields,
  ports: () => typedPorts({ in: "complex" }, { bits: "bits", frames: "frames" }),
  plan: async () => (await import("./telemetry-receiver.plan.ts")).createTelemetryReceiver,
});
