import { preset } from "./preset.ts";

export const wifiReceiverPreset = preset({
  name: "wifi-receiver",
  title: "802.11 receiver",
  text: [
    "The source makes frames of Wi-Fi (802.11a and g, OFDM) with random content, over a channel with noise and a carrier offset. The receiver finds each frame by its short training field, corrects the carrier frequency, estimates the channel from the long training field, equalizes, and decodes. It gives the frames whose check sequence fits.",
    "The spectrum has the flat top of OFDM: 52 carriers at distances of 312.5 kHz. Lower the SNR with the slider: 24 Mbit/s need about 10 dB, 54 Mbit/s need about 20 dB.",
    "With a radio that covers 20 MHz, or a recording at 20 MS/s, the same receiver decodes real frames.",
  ],
  variables: [{ name: "snr", value: 20, slider: { min: 0, max: 40, step: 1 } }],
  blocks: {
    station: ["wifi-source", { snr: "snr", rate: "24" }, 0, 0],
    spectrum: ["spectrum-sink", { length: "512" }, 1, 1],
    receiver: ["wifi-receiver", {}, 1, 0],
    frames: ["frames-sink", {}, 2, 0],
  },
  connections: ["station.out spectrum.in", "station.out receiver.in", "receiver.frames frames.in"],
});
