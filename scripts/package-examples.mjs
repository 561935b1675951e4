// The examples and what they must print: numbers from theory, or from another computation.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Q(x), the tail of the normal distribution, by Simpson's rule on [x, x + 12]. */
function tail(x) {
  const [steps, width] = [2000, 12];
  const density = (t) => Math.exp((-t * t) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(x) + density(x + width);
  for (let i = 1; i < steps; i++) sum += (i % 2 ? 4 : 2) * density(x + (width * i) / steps);
  return (sum * width) / (3 * steps);
}

/**
 * Bit error rate at 0.5 dB of `threeray turbo --length 1024 --ebn0 0.5 --codewords 4000 --windows 16 --iterations 6`, 95 % interval
 * 0.0193 to 0.0217. It draws other bits and other noise than the example.
 */
const SWEPT_BER = 0.0205;
/** Wrong bits of an exhaustive search in float64 for the vectors of the example. */
const ML_ERRORS = 14;

const numbersAfter = (text, label) => Number(new RegExp(`${label}\\s*(-?[\\d.]+)`).exec(text)?.[1]);
const lines = (text) =>
  text
    .trim()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
const inside = (value, [low, high]) => value >= low && value <= high;
const unless = (holds, message) => (holds ? [] : [message]);

/** A WAV file of two real channels, I and Q: a tone at −3 kHz and a weaker one at 7.5 kHz, 16 bits at 48 kHz. */
function writeTones(path) {
  const [count, rate] = [48_000, 48_000];
  const file = Buffer.alloc(44 + 4 * count);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + 4 * count, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  for (const [value, at] of [
    [1, 20],
    [2, 22],
    [4, 32],
    [16, 34],
  ])
    file.writeUInt16LE(value, at);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(4 * rate, 28);
  file.write("data", 36);
  file.writeUInt32LE(4 * count, 40);
  for (let n = 0; n < count; n++) {
    const [a, b] = [-3000, 7500].map((hz) => (2 * Math.PI * hz * n) / rate);
    file.writeInt16LE(Math.round(16_000 * Math.cos(a) + 8000 * Math.cos(b)), 44 + 4 * n);
    file.writeInt16LE(Math.round(16_000 * Math.sin(a) + 8000 * Math.sin(b)), 46 + 4 * n);
  }
  writeFileSync(path, file);
}

/** The examples, the longest first. `expect` returns what is wrong. */
export const EXAMPLES = [
  {
    file: "sweep-two-gpus.mjs",
    args: ["100"],
    expect(text) {
      const rows = lines(text);
      return [
        ...unless(/on (one|two)/i.test(text), "it must say on how many GPUs it computes"),
        ...unless(rows.map(({ ebn0Db }) => ebn0Db).join() === "0,0.5,1", "it must list 0, 0.5 and 1 dB"),
        ...unless(
          rows.every(({ codewords }) => codewords === 100),
          "each point must have 100 codewords",
        ),
        ...unless(
          rows.every(({ ber }, i) => i === 0 || ber < rows[i - 1].ber),
          "the bit error rate must fall with Eb/N0",
        ),
      ];
    },
  },
  {
    file: "wifi.mjs",
    expect(text) {
      const [frame, ...others] = lines(text);
      return [
        ...unless(others.length === 0 && frame !== undefined, "there must be one frame"),
        ...unless(
          frame?.type === "Beacon" && frame.fcsOk && frame.rateMbps === 12,
          "it must be an intact beacon at 12 Mbit/s",
        ),
        // The frame begins at 2000 numbers, 1000 samples; the windows' slope is one sample long.
        ...unless(Math.abs(frame?.start - 1000) <= 1, "it must start at sample 1000"),
        // The bound of Cramér and Rao for the long training at 25 dB is 0.1 kHz.
        ...unless(Math.abs(frame?.cfoHz - 40_000) < 500, "its carrier must be 40 kHz too high"),
        ...unless(frame?.addresses.includes("02:00:00:00:00:01"), "it must name the access point"),
      ];
    },
  },
  {
    file: "ber.mjs",
    expect(text) {
      const { channel, decoded } = JSON.parse(text);
      // Uncoded ±1 in noise: Q(√(2·R·Eb/N0)).
      const theory = tail(Math.sqrt(2 * (1024 / 3084) * 10 ** 0.05));
      return [
        ...unless(inside(theory, channel.ci95), `the channel's interval must contain ${theory}`),
        ...unless(inside(SWEPT_BER, decoded.ci95), `the decoder's interval must contain ${SWEPT_BER}`),
      ];
    },
  },
  {
    file: "fft.mjs",
    args: ["tones.wav"],
    prepare: (folder) => writeTones(join(folder, "tones.wav")),
    expect: (text) => unless(/bin -3000 of 48000, -3000 Hz/.test(text), "the strongest tone must be at −3000 Hz"),
  },
  {
    file: "filter.mjs",
    expect(text) {
      const [passed, stopped] = [numbersAfter(text, "1 kHz:"), numbersAfter(text, "9 kHz:")];
      return [
        ...unless(Math.abs(passed) <= 0.1, "the ripple of the pass band must be 0.1 dB or less"),
        ...unless(stopped <= -60, "the stop band must be at −60 dB or below"),
      ];
    },
  },
  {
    file: "mimo.mjs",
    expect(text) {
      const [trellis, exhaustive] = [numbersAfter(text, "mtt:"), numbersAfter(text, "max-log:")];
      return [
        // In float32 one vector may be at equal distances from two points.
        ...unless(Math.abs(exhaustive - ML_ERRORS) <= 1, `maximum likelihood has ${ML_ERRORS} wrong bits`),
        ...unless(Math.abs(trellis - exhaustive) <= 2, "one traversal per antenna must be nearly as good"),
      ];
    },
  },
  {
    file: "flow.mjs",
    expect(text) {
      const { ci95, bits } = lines(text).at(-1);
      // QPSK: Q(√(2·Eb/N0)).
      const theory = tail(Math.sqrt(2 * 10 ** 0.6));
      return [
        ...unless(bits === 8 * 65_536, "eight pages must have been counted"),
        ...unless(inside(theory, ci95), `the last interval must contain ${theory}`),
      ];
    },
  },
  {
    file: "page/kernel-in-node.mjs",
    expect: (text) => unless(text.trim() === "0.5 2 4.5 8", "½·x² of 1, 2, 3, 4 must be 0.5 2 4.5 8"),
  },
];
