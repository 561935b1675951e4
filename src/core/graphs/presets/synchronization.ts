import { preset } from "./preset.ts";

const SAMPLES_PER_SYMBOL = 8;
const ROLL_OFF = 0.35;
/** Symbols on each side of the pulse. */
const REACH = 8;

/** The root-raised-cosine pulse, t in symbols. */
function pulse(t: number): number {
  const turns = Math.PI * t;
  if (t === 0) return 1 - ROLL_OFF + (4 * ROLL_OFF) / Math.PI;
  const slow = Math.sin(turns * (1 - ROLL_OFF)) + 4 * ROLL_OFF * t * Math.cos(turns * (1 + ROLL_OFF));
  return slow / (turns * (1 - (4 * ROLL_OFF * t) ** 2));
}

/** Taps to six digits, so that a link stays short. */
const taps = (scale: number) =>
  Array.from({ length: 2 * REACH * SAMPLES_PER_SYMBOL + 1 }, (_, k) =>
    Number((scale * pulse((k - REACH * SAMPLES_PER_SYMBOL) / SAMPLES_PER_SYMBOL)).toFixed(6)),
  );

export const synchronization = preset({
  name: "synchronization",
  title: "Clock and carrier recovery",
  text: [
    "A receiver knows neither the transmitter’s clock nor its carrier exactly. Here the carrier is off by “offset” cycles per sample, and the receiver assumes slightly fewer samples per symbol than the transmitter sends.",
    "The matched filter opens the eye. The symbol synchronizer then finds the instants of the symbols, and gives one point for each. The points still turn with the carrier: they form a ring. The block “Costas loop” removes the rotation, and two clouds remain. It is no loop: it measures the phase over a sliding window of symbols.",
    "It cannot tell 0° from 180°. So the bits are sent as differences: a decoder compares each symbol with the one before, and only the first one may be wrong. Move the sliders while the graph runs: at which offset is the carrier lost? Somewhat above 0.003 cycles per sample. At 0.0037 the squared symbols of one window make a whole turn, and their sum vanishes.",
  ],
  variables: [
    { name: "offset", value: 0.0004, slider: { min: 0, max: 0.006, step: 0.0001 } },
    { name: "amplitude", value: 0.3, slider: { min: 0, max: 1.5, step: 0.05 } },
  ],
  blocks: {
    bits: ["random-bits", { seed: 7 }, 0, 0],
    coder: ["differential-encoder", {}, 1, 0],
    mapper: ["constellation-mapper", { constellation: "BPSK" }, 2, 0],
    shaping: ["fir-filter", { design: "taps", taps: taps(1), interpolation: SAMPLES_PER_SYMBOL }, 3, 0],
    carrier: ["mixer", { frequency: "offset" }, 4, 0],
    noise: ["noise-source", { amplitude: "amplitude", seed: 8 }, 0, 1],
    channel: ["add", {}, 1, 1],
    matched: ["fir-filter", { design: "taps", taps: taps(1 / SAMPLES_PER_SYMBOL) }, 2, 1],
    eye: ["eye-sink", { samplesPerSymbol: SAMPLES_PER_SYMBOL }, 3, 2],
    timing: ["symbol-synchronizer", { samplesPerSymbol: 0.9999 * SAMPLES_PER_SYMBOL, bandwidth: 0.005 }, 3, 1],
    ring: ["constellation-sink", {}, 4, 2],
    phase: ["costas-loop", { order: "2" }, 4, 1],
    points: ["constellation-sink", {}, 0, 3],
    slicer: ["slicer", { constellation: "BPSK" }, 0, 2],
    decoder: ["differential-decoder", {}, 1, 2],
    errors: ["error-counter", {}, 1, 3],
  },
  connections: [
    "bits.out coder.in",
    "coder.out mapper.in",
    "mapper.out shaping.in",
    "shaping.out carrier.in",
    "carrier.out channel.a",
    "noise.out channel.b",
    "channel.out matched.in",
    "matched.out eye.in",
    "matched.out timing.in",
    "timing.out ring.in",
    "timing.out phase.in",
    "phase.out points.in",
    "phase.out slicer.in",
    "slicer.out decoder.in",
    "bits.out errors.a",
    "decoder.out errors.b",
  ],
});
