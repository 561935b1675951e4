import { preset } from "./preset.ts";

export const radio = preset({
  name: "radio",
  title: "Radio",
  text: [
    "A receiver for FM broadcasts with an RTL-SDR or HackRF receiver. Choose “Connect a radio”, then “Run”. The waterfall shows the whole band of 2.4 MHz about the frequency of the radio. Each FM station is a stripe about 150 kHz wide.",
    "Click a stripe to hear it. The slider of “station” has its offset from the middle. The mixer moves this station to 0 Hz, and the channel filter removes the others. The variable “frequency” tunes the radio itself.",
    "For AM, replace the quadrature demodulator by the AM demodulator, and set the cutoff of the channel filter to 5 kHz. For stereo, replace the audio filter and the de-emphasis by the FM stereo decoder.",
  ],
  variables: [
    { name: "fs", value: 2_400_000 },
    { name: "frequency", value: 100_000_000, slider: { min: 88_000_000, max: 108_000_000, step: 100_000 } },
    { name: "station", value: 0, slider: { min: -1_200_000, max: 1_200_000, step: 10_000 } },
  ],
  blocks: {
    radio: ["radio-source", { rate: "fs", frequency: "frequency" }, 0, 0],
    waterfall: ["waterfall-sink", { length: "2048", center: "frequency" }, 1, 1],
    mixer: ["mixer", { frequency: "station" }, 1, 0],
    channel: ["fir-filter", { cutoff: 90_000, transition: 60_000, decimation: 10 }, 2, 0],
    demodulator: ["quadrature-demodulator", { gain: "fs / 10 / (2 * pi * 75e3)" }, 3, 0],
    audio: ["fir-filter", { type: "real", cutoff: 15_000, transition: 4000, decimation: 5 }, 2, 1],
    deemphasis: ["de-emphasis", { timeConstant: 50 }, 3, 1],
    loudspeaker: ["audio-sink", { volume: 0.5 }, 4, 1],
    level: ["spectrum-sink", { type: "real" }, 4, 0],
  },
  connections: [
    "radio.out waterfall.in",
    "radio.out mixer.in",
    "mixer.out channel.in",
    "channel.out demodulator.in",
    "demodulator.out level.in",
    "demodulator.out audio.in",
    "audio.out deemphasis.in",
    "deemphasis.out loudspeaker.in",
  ],
});
