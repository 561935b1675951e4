import type { BlockType } from "../../flow/graph/block-type.ts";

/** What the opener of a radio is asked for, too. */
export interface RadioSource {
  /** Hz. */
  frequency: number;
  /** Samples/s. */
  rate: number;
  gainControl: "automatic" | "manual";
  /** dB, with manual gain control. */
  gain: number;
  ppm: number;
  biasTee: "off" | "on";
}

export const radioSource: BlockType<RadioSource> = {
  title: "Radio",
  category: "sources",
  summary: "Receives complex samples from an RTL-SDR or HackRF receiver at the computer's USB port.",
  help: "The receiver is opened only after a click on “Connect a radio”. Frequency, gain and correction can change while the graph runs. Samples that the graph does not take in time are dropped and counted.",
  keywords: ["rtl-sdr", "rtl2832", "hackrf", "osmocom source", "soapy", "usb receiver", "live"],
  fields: {
    frequency: {
      kind: "number",
      change: "set",
      label: "Frequency",
      unit: "Hz",
      min: 0,
      max: 6e9,
      step: 1e5,
      description:
        "The radio frequency at the middle of the band. RTL-SDR receives up to 1766 MHz, HackRF One from 1 MHz to 6 GHz.",
    },
    rate: {
      kind: "number",
      change: "rebuild",
      label: "Sample rate",
      unit: "Hz",
      min: 225_001,
      max: 20e6,
      step: 1e5,
      description:
        "Also the width of the band. RTL-SDR has 225,001 to 300,000 Hz and 900,001 Hz to 3.2 MHz; above 2.4 MHz many lose samples. HackRF has 2 to 20 MHz.",
    },
    gainControl: {
      kind: "choice",
      change: "set",
      label: "Gain control",
      choices: ["automatic", "manual"] satisfies RadioSource["gainControl"][],
      description: "Whether the receiver chooses its gain. HackRF cannot: with automatic control, its gain is 32 dB.",
    },
    gain: {
      kind: "number",
      change: "set",
      label: "Gain",
      unit: "dB",
      min: 0,
      max: 102,
      step: 1,
      description:
        "With manual gain control. Too much gain distorts strong signals. RTL-SDR has up to 50 dB. HackRF has up to 102 dB, divided over its LNA and VGA; its RF amplifier stays off.",
    },
    ppm: {
      kind: "number",
      change: "set",
      label: "Correction",
      unit: "ppm",
      min: -200,
      max: 200,
      step: 1,
      integer: true,
      description: "Error of the receiver's crystal in parts per million.",
    },
    biasTee: {
      kind: "choice",
      change: "set",
      label: "Bias tee",
      choices: ["off", "on"] satisfies RadioSource["biasTee"][],
      description: "Puts a voltage on the antenna cable for an amplifier. It can destroy other antennas.",
    },
  },
  defaults: { frequency: 100e6, rate: 2.4e6, gainControl: "automatic", gain: 30, ppm: 0, biasTee: "off" },
  ports: () => ({ inputs: [], outputs: [{ name: "out", type: "complex" }] }),
  plan: async () => (await import("./opened-sources.plan.ts")).createRadioSource,
};
