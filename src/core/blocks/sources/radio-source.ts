import { field } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

const fields = {
  frequency: field.number(
    "Frequency",
    "The radio frequency at the middle of the band. RTL-SDR receives up to 1766 MHz, HackRF One from 1 MHz to 6 GHz.",
    { default: 100e6, change: "set", unit: "Hz", min: 0, max: 6e9, step: 1e5 },
  ),
  rate: field.number(
    "Sample rate",
    "Also the width of the band. RTL-SDR has 225,001 to 300,000 Hz and 900,001 Hz to 3.2 MHz; above 2.4 MHz many lose samples. HackRF has 2 to 20 MHz.",
    { default: 2.4e6, unit: "Hz", min: 225_001, max: 20e6, step: 1e5 },
  ),
  gainControl: field.choice(
    "Gain control",
    "Whether the receiver chooses its gain. HackRF cannot: with automatic control, its gain is 32 dB.",
    ["automatic", "manual"],
    { default: "automatic", change: "set" },
  ),
  gain: field.number(
    "Gain",
    "With manual gain control. Too much gain distorts strong signals. RTL-SDR has up to 50 dB. HackRF has up to 102 dB, divided over its LNA and VGA; its RF amplifier stays off.",
    { default: 30, change: "set", unit: "dB", min: 0, max: 102, step: 1 },
  ),
  ppm: field.whole("Correction", "Error of the receiver's crystal in parts per million.", {
    default: 0,
    change: "set",
    unit: "ppm",
    min: -200,
    max: 200,
  }),
  biasTee: field.choice(
    "Bias tee",
    "Puts a voltage on the antenna cable for an amplifier. It can destroy other antennas.",
    ["off", "on"],
    { default: "off", change: "set" },
  ),
};

export const radioSource = defineBlock({
  title: "Radio",
  category: "sources",
  summary: "Receives complex samples from an RTL-SDR or HackRF receiver at the computer's USB port.",
  help: "The receiver is opened only after a click on “Connect a radio”. Frequency, gain and correction can change while the graph runs. Samples that the graph does not take in time are dropped and counted.",
  keywords: ["rtl-sdr", "rtl2832", "hackrf", "osmocom source", "soapy", "usb receiver", "live"],
  fields,
  ports: () => typedPorts({}, { out: "complex" }),
  create: (request) => ({ kind: "source", type: "complex", hz: request.rate, needs: "radio", request }),
});
