import type { BlockType } from "../../flow/graph/block-type.ts";
import { RATES } from "../../wifi/frame/rates.ts";
import {
  TRANSMISSION_DEFAULTS,
  TRANSMISSION_FIELDS,
  type TransmissionSettings,
} from "../../wifi/transmission/settings.ts";

export interface WifiSource extends Omit<TransmissionSettings, "synchronization"> {
  /** Mbit/s at 20 MHz. */
  rate: string;
  /** dB per carrier. */
  snr: number;
  /** Frames after which the signal ends; 0: without end. */
  frames: number;
}

const { bytes, bandwidth, channel, delaySpread, rays, doppler, offset, clock, timing, seed } = TRANSMISSION_FIELDS;

export const wifiSource: BlockType<WifiSource> = {
  title: "802.11 frames",
  category: "sources",
  summary: "Gives 802.11 OFDM frames with random octets at 20 or 10 MS/s, over a channel with noise and offsets.",
  help:
    "The Wi-Fi lab makes the same samples from the same fields. Each frame has 256 samples of noise before and after it. " +
    "The output “frames” gives the octets sent, with the frame check sequence.",
  keywords: ["wifi", "802.11a", "802.11p", "OFDM", "transmitter"],
  fields: {
    rate: {
      kind: "choice",
      change: "rebuild",
      label: "Rate",
      choices: RATES.map(({ mbps }) => String(mbps)),
      description: "Mbit/s at 20 MHz. At 10 MHz each rate sends half as fast.",
    },
    bytes,
    bandwidth,
    channel,
    delaySpread,
    rays,
    doppler,
    snr: {
      kind: "number",
      change: "set",
      label: "SNR",
      unit: "dB",
      min: -20,
      max: 60,
      step: 1,
      description: "Mean power of a carrier over the noise power of a carrier.",
    },
    offset,
    clock,
    timing,
    frames: {
      kind: "number",
      change: "rebuild",
      label: "Frames",
      unit: "",
      min: 0,
      max: 2 ** 24,
      step: 10,
      integer: true,
      description: "Frames after which the signal ends. 0: it never ends.",
    },
    seed,
  },
  defaults: {
    rate: "24",
    bytes: 200,
    bandwidth: "20",
    channel: "awgn",
    delaySpread: TRANSMISSION_DEFAULTS.delaySpread,
    rays: TRANSMISSION_DEFAULTS.rays,
    doppler: 0,
    snr: 20,
    offset: 20,
    clock: 0,
    timing: 0,
    frames: 0,
    seed: 1,
  },
  ports: () => ({
    inputs: [],
    outputs: [
      { name: "out", type: "complex" },
      { name: "frames", type: "frames" },
    ],
  }),
  plan: async () => (await import("./wifi-source.plan.ts")).createWifiSource,
};
