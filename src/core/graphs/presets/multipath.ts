import { preset } from "./preset.ts";

const SAMPLES_PER_SYMBOL = 4;

/** The root-raised-cosine pulse, 8 symbols to each side. */
const pulse = (gain: number) => ({
  design: "taps",
  taps: `firdes.root_raised_cosine(${gain}, ${SAMPLES_PER_SYMBOL}, 1, 0.35, ${16 * SAMPLES_PER_SYMBOL + 1})`,
});

export const multipathLink = preset({
  name: "multipath",
  title: "Equalize a multipath link",
  text: [
    "The signal arrives over three paths: the echoes are 4 and 10 dB weaker and come 1.25 and 2.5 symbols late. Symbols interfere with each other, so the clouds behind the synchronizer overlap. About one bit in ten is wrong, however small the noise is.",
    "The adaptive equalizer begins with one tap, follows its own decisions, and learns taps that remove the echoes. It needs no training here, because most of its first decisions are right. Compare both error counters, and both constellations: after the first symbols, about one bit in 1000 is wrong behind the equalizer at an Eb/N0 of 10 dB.",
    "Move “step”: a large step learns fast, and its taps fluctuate. A small step is slow, and ends closer to the best taps. For stronger echoes, set the gains of the channel to 0,-2,-6. Now too many of the first decisions are wrong, and the equalizer learns wrong taps. A decision feedback equalizer in its place still succeeds.",
  ],
  variables: [
    { name: "ebn0", value: 10, slider: { min: 4, max: 30, step: 1 } },
    { name: "step", value: 0.01, slider: { min: 0.001, max: 0.06, step: 0.001 } },
  ],
  blocks: {
    bits: ["random-bits", { seed: 3 }, 0, 0],
    mapper: ["constellation-mapper", { constellation: "QPSK" }, 1, 0],
    shaping: ["fir-filter", { ...pulse(SAMPLES_PER_SYMBOL), interpolation: SAMPLES_PER_SYMBOL }, 2, 0],
    rays: ["multipath-channel", { gains: "0,-4,-10", phases: "0,100,-60", delays: "0,5,10" }, 3, 0],
    // Behind the matched filter, the noise has a fourth of its power, and a symbol of two bits the energy 1.
    noise: ["noise-source", { amplitude: "2 * sqrt(1 / (2 * 10 ** (ebn0 / 10)))", seed: 4 }, 3, -1],
    channel: ["add", {}, 4, 0],
    matched: ["fir-filter", pulse(1), 0, 1],
    timing: ["symbol-synchronizer", { samplesPerSymbol: SAMPLES_PER_SYMBOL, bandwidth: 0.005 }, 1, 1],
    equalizer: ["adaptive-equalizer", { forwardTaps: 15, startTap: 5, step: "step" }, 2, 1],
    slicer: ["slicer", { constellation: "QPSK" }, 3, 1],
    errors: ["error-counter", {}, 4, 1],
    eye: ["eye-sink", { samplesPerSymbol: SAMPLES_PER_SYMBOL }, 0, 2],
    before: ["constellation-sink", {}, 1, 2],
    after: ["constellation-sink", {}, 2, 2],
    unequalized: ["slicer", { constellation: "QPSK" }, 3, 2],
    errorsBefore: ["error-counter", {}, 4, 2],
  },
  connections: [
    "bits.out mapper.in",
    "mapper.out shaping.in",
    "shaping.out rays.in",
    "rays.out channel.a",
    "noise.out channel.b",
    "channel.out matched.in",
    "matched.out eye.in",
    "matched.out timing.in",
    "timing.out before.in",
    "timing.out equalizer.in",
    "timing.out unequalized.in",
    "equalizer.out after.in",
    "equalizer.out slicer.in",
    "bits.out errors.a",
    "slicer.out errors.b",
    "bits.out errorsBefore.a",
    "unequalized.out errorsBefore.b",
  ],
});
