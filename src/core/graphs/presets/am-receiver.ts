import { preset } from "./preset.ts";

export const amReceiver = preset({
  name: "am-receiver",
  title: "AM receiver",
  text: [
    "An AM station changes the amplitude of its carrier with the sound. The spectrum shows the carrier, and a line for each tone on both sides of it.",
    "The mixer moves the carrier to 0 Hz, and the channel filter keeps 5 kHz on both sides. The demodulator takes the magnitude, which is the envelope, and removes its mean, which is the carrier. So the receiver works even when the mixer is off by a few hundred hertz: try it with the slider of “tune”.",
    "Imagine a depth above 1: the envelope would fold over, and the sound would be distorted. The block allows at most 1.",
  ],
  variables: [
    { name: "fs", value: 192_000 },
    { name: "tune", value: 20_000, slider: { min: -30_000, max: 30_000, step: 10 } },
    { name: "noise", value: 0.05, slider: { min: 0, max: 1, step: 0.01 } },
  ],
  blocks: {
    station: ["station-source", { modulation: "AM", rate: "fs", offset: 20_000, left: 440, right: 660 }, 0, 0],
    noise: ["noise-source", { rate: "fs", amplitude: "noise" }, 0, 1],
    band: ["add", {}, 1, 0],
    spectrum: ["spectrum-sink", { length: "2048" }, 2, 1],
    mixer: ["mixer", { frequency: "tune" }, 2, 0],
    channel: ["fir-filter", { cutoff: 5000, transition: 2000, decimation: 4 }, 3, 0],
    demodulator: ["am-demodulator", { lowest: 20 }, 0, 2],
    loudspeaker: ["audio-sink", { volume: 0.5 }, 1, 2],
    scope: ["time-sink", { type: "real", points: 2048, trigger: "rising" }, 1, 1],
  },
  connections: [
    "station.out band.a",
    "noise.out band.b",
    "band.out spectrum.in",
    "band.out mixer.in",
    "mixer.out channel.in",
    "channel.out demodulator.in",
    "demodulator.out loudspeaker.in",
    "demodulator.out scope.in",
  ],
});
