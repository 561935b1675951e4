import { field, type ValuesOf, variantOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { RATES } from "../../wifi/frame/rates.ts";
import { TRANSMISSION_FIELDS } from "../../wifi/transmission/settings.ts";
import { typedPorts } from "../definition.ts";

const { bytes, bandwidth, channel, delaySpread, rays, doppler, offset, clock, timing, seed } = TRANSMISSION_FIELDS;

const fields = {
  rate: field.choice(
    "Rate",
    "Mbit/s at 20 MHz. At 10 MHz each rate sends half as fast.",
    RATES.map(({ mbps }) => String(mbps)),
    { default: "24" },
  ),
  bytes: variantOf(bytes, { default: 200 }),
  bandwidth: variantOf(bandwidth, { default: "20" }),
  channel: variantOf(channel, { default: "awgn" }),
  delaySpread,
  rays,
  doppler: variantOf(doppler, { default: 0 }),
  snr: field.number("SNR", "Mean power of a carrier over the noise power of a carrier.", {
    default: 20,
    change: "set",
    unit: "dB",
    min: -20,
    max: 60,
    step: 1,
  }),
  offset: variantOf(offset, { default: 20 }),
  clock: variantOf(clock, { default: 0 }),
  timing: variantOf(timing, { default: 0 }),
  frames: field.whole("Frames", "Frames after which the signal ends. 0: it never ends.", {
    default: 0,
    min: 0,
    max: 2 ** 24,
    step: 10,
  }),
  seed: variantOf(seed, { default: 1 }),
};

export type WifiSource = ValuesOf<typeof fields>;

export const wifiSource = defineBlock({
  title: "802.11 frames",
  category: "sources",
  summary: "Gives 802.11 OFDM frames with random octets at 20 or 10 MS/s, over a channel with noise and offsets.",
  help:
    "The Wi-Fi lab makes the same samples from the same fields. Each frame has 256 samples of noise before and after it. " +
    "The output “frames” gives the octets sent, with the frame check sequence.",
  keywords: ["wifi", "802.11a", "802.11p", "OFDM", "transmitter"],
  fields,
  ports: () => typedPorts({}, { out: "complex", frames: "frames" }),
  plan: async () => (await import("./wifi-source.plan.ts")).createWifiSource,
});
