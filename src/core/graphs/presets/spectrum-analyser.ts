import { preset } from "./preset.ts";

export const spectrumAnalyser = preset({
  name: "spectrum-analyser",
  title: "Spectrum analyser",
  text: [
    "A strong tone, a tone 60 dB below it, a chirp and noise, seen in two ways. The spectrum shows power over frequency, averaged over each page. The waterfall shows how it changes over time: the chirp is a slanted line.",
    "A transform sees a short piece of the signal, and the ends of the piece spread a tone over many frequencies. A window makes the ends fade. With the rectangular window the weak tone disappears behind the strong one; with Blackman’s it is visible, and all lines are wider.",
    "A longer transform separates closer frequencies, and collects less noise in each of its bins: the noise lies 3 dB lower for twice the length. More averages do not lower the noise. They make it smoother.",
  ],
  variables: [
    { name: "fs", value: 1_000_000 },
    { name: "strong", value: 100_000, slider: { min: -500_000, max: 500_000, step: 1000 } },
    { name: "weak", value: 112_000, slider: { min: -500_000, max: 500_000, step: 1000 } },
  ],
  blocks: {
    strong: ["signal-source", { rate: "fs", frequency: "strong", amplitude: 1 }, 0, 0],
    weak: ["signal-source", { rate: "fs", frequency: "weak", amplitude: 0.001 }, 0, 1],
    chirp: ["chirp-source", { rate: "fs", from: -400_000, to: -100_000, duration: 0.5, amplitude: 0.1 }, 0, 2],
    noise: ["noise-source", { rate: "fs", amplitude: 0.001 }, 0, 3],
    tones: ["add", {}, 1, 0],
    more: ["add", {}, 1, 2],
    all: ["add", {}, 2, 1],
    spectrum: ["spectrum-sink", { length: "2048", window: "blackman" }, 3, 0],
    waterfall: ["waterfall-sink", { length: "1024" }, 3, 1],
  },
  connections: [
    "strong.out tones.a",
    "weak.out tones.b",
    "chirp.out more.a",
    "noise.out more.b",
    "tones.out all.a",
    "more.out all.b",
    "all.out spectrum.in",
    "all.out waterfall.in",
  ],
});
