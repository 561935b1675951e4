import { preset } from "./preset.ts";

export const fmStereo = preset({
  name: "fm-stereo",
  title: "FM stereo receiver",
  text: [
    "FM broadcasts carry stereo beside mono. The demodulated signal is called the multiplex. Up to 15 kHz it holds the sum of left and right, which a mono receiver plays. A pilot tone lies at 19 kHz. The difference of left and right is modulated about 38 kHz, twice the pilot’s frequency.",
    "Look at the spectrum of the multiplex: it shows the tones, the pilot, and the difference on both sides of 38 kHz. The stereo decoder follows the phase of the pilot, moves the difference down, and computes left and right.",
    "The station plays 440 Hz on the left and 660 Hz on the right. Change the modulation of the station to “FM”: without a pilot both sides are the same.",
  ],
  variables: [
    { name: "fs", value: 240_000 },
    { name: "deviation", value: 75_000 },
    { name: "noise", value: 0.02, slider: { min: 0, max: 1, step: 0.01 } },
  ],
  blocks: {
    station: ["station-source", { modulation: "FM stereo", rate: "fs", left: 440, right: 660 }, 0, 0],
    noise: ["noise-source", { rate: "fs", amplitude: "noise" }, 0, 1],
    band: ["add", {}, 1, 0],
    demodulator: ["quadrature-demodulator", { gain: "fs / (2 * pi * deviation)" }, 2, 0],
    multiplex: ["spectrum-sink", { type: "real" }, 3, 0],
    stereo: ["stereo-decoder", { decimation: 5, deemphasis: 50 }, 3, 1],
    sides: ["complex-to-parts", {}, 0, 2],
    loudspeakers: ["audio-sink", { channels: 2, volume: 0.5 }, 1, 2],
    scope: ["time-sink", { type: "real", curves: 2, points: 1024, trigger: "rising" }, 1, 1],
  },
  connections: [
    "station.out band.a",
    "noise.out band.b",
    "band.out demodulator.in",
    "demodulator.out multiplex.in",
    "demodulator.out stereo.in",
    "stereo.out sides.in",
    "sides.real loudspeakers.a",
    "sides.imaginary loudspeakers.b",
    "sides.real scope.a",
    "sides.imaginary scope.b",
  ],
});
