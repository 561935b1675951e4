import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { type EstimatorName, estimators } from "../../wifi/equalization/registry.ts";
import { typedPorts } from "../definition.ts";

const ESTIMATORS = (Object.keys(estimators) as EstimatorName[]).filter((name) => name !== "genie");

const fields = {
  estimator: field.choice("Estimator", "How the receiver estimates the channel of each carrier.", ESTIMATORS, {
    default: "ls",
  }),
  frames: field.choice(
    "Frames",
    "Whether frames with a wrong check sequence are left out. Notes on frames of other standards are given in any case.",
    ["intact", "all"],
    { default: "intact" },
  ),
};

export type WifiReceiver = ValuesOf<typeof fields>;

export const wifiReceiver = defineBlock({
  title: "802.11 receiver",
  category: "receivers",
  summary: "Receives 802.11 OFDM frames at 20 MS/s (802.11a, g) or 10 MS/s (802.11p), and gives their octets.",
  help:
    "The receiver of the Wi-Fi lab: acquisition, channel estimate, equalizer, Viterbi decoder, frame check sequence. " +
    "It keeps enough samples that a frame across a border of pages is received whole, " +
    "and gives a frame in the page in which it ends. Octets include the frame check sequence. " +
    "What begins within the duration of a frame is left out unless its own check fits. " +
    "Frames of 802.11n, ac, ax and later are not received. The output has a note for each, and the frames sink says what its signal field tells: " +
    "the word 0x01000010, the index of its format, two words of the field, and LENGTH of SIGNAL.",
  keywords: ["wifi", "802.11a", "802.11g", "802.11p", "OFDM", "gr-ieee802-11"],
  fields,
  ports: () => typedPorts({ in: "complex" }, { frames: "frames" }),
  plan: async () => (await import("./wifi-receiver.plan.ts")).createWifiReceiver,
});
