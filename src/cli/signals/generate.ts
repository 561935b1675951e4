import { SIGNAL_CLASSES, type SignalClass } from "../../core/signals/classes.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "../../core/signals/generator/options.ts";
import { MADE_FORMATS, type MadeFormat, madeRecording, NOISE_DBFS } from "../../core/signals/generator/recording.ts";
import { command } from "../command.ts";
import { sigmfFiles, writeSigmf } from "../files.ts";
import { hertz, orUsage, typedNumber, UsageError, wholeNumber } from "../options.ts";
import { createProgress, tell } from "../terminal.ts";

const SIGMF_FILES = "NAME.sigmf-meta writes a pair of files, NAME.sigmf an archive.";
const defaults = GENERATOR_DEFAULTS;

export const generate = command({
  name: "generate",
  usage: "--out NAME.sigmf-meta [options]",
  about: "Writes a recording of bursts of known classes in noise. Its annotations hold what is true of each burst.",
  examples: [
    "generate --out bursts.sigmf-meta --bursts 20 --classes bpsk,qpsk --snr 10:20",
    "generate --out bursts.sigmf --rate 2.4M --seconds 2 --seed 7",
  ],
  extras: {
    "out FILE": { output: outputFiles, isRequired: true, description: `File for the recording. ${SIGMF_FILES}` },
    "seed N": "The same seed and options give the same samples. Default 1.",
    "bursts N": `Number of bursts. Default ${defaults.bursts}.`,
    "classes A,B": {
      choices: SIGNAL_CLASSES,
      isList: true,
      description: `The bursts have these classes in turn: ${SIGNAL_CLASSES.join(", ")}. Default: all.`,
    },
    "snr FROM:TO": `Range of the bursts' SNR in dB, over the noise in their 99 % bandwidth. Default ${defaults.snr.join(":")}.`,
    "rate HZ": "Sample rate, for example 2.4M. Default 2.4M.",
    "seconds S": `Length of the recording. Default ${defaults.seconds}.`,
    "frequency HZ": "Radio frequency of the recording's middle. Default 433.92M.",
    "overlap SHARE": "Share of the bursts that lie on another one in time and frequency, from 0 to 1. Default 0.",
    "drift PPM":
      "Each carrier moves by up to this much over its burst, in parts per million of --frequency. Default 0.",
    "fading HZ": "Each burst fades (Rayleigh) with this Doppler frequency. Its mean SNR is kept. Default 0: none.",
    "iq-imbalance DB": "Gain of I over the gain of Q. It makes images. Default 0.",
    "dc DB": "Adds a constant of this power over the noise. Default: none.",
    "clip DB": "Limits I and Q at this level over an amplitude of 1, the noise's RMS value. Default: none.",
    "gain-steps N": "The receiver's gain changes this often, by −6 to 6 dB. Default 0.",
    format: {
      value: MADE_FORMATS.join("|"),
      description: `Samples: float32 with noise of power 1, or 16-bit integers with noise of ${NOISE_DBFS} dBFS. Default cf32.`,
    },
  },
  async run({ own }) {
    const format = formatOf(own.format);
    const options = optionsOf(own);
    const progress = createProgress("generate");
    const made = orUsage(
      () => madeRecording(options, { format, onProgress: (share) => progress.update(share), onLimited: tellLimited }),
      "generate",
    );
    await writeSigmf(own.out, made.content, made.numbers);
    progress.end();
    return 0;
  },
});

type Own = Readonly<Record<string, string | undefined>>;

function optionsOf(own: Own): GeneratorOptions {
  const number = (name: string, otherwise: number, unit = "") => numberOf(name, own[name], unit) ?? otherwise;
  const quantity = (name: string, otherwise: number) => {
    const text = own[name];
    const value = text === undefined ? otherwise : hertz(text);
    if (Number.isFinite(value)) return value;
    throw new UsageError(`generate: --${name} must be a frequency, for example 2.4M, got "${text}"`);
  };
  return {
    seed: wholeNumber("seed", own.seed ?? String(defaults.seed), { max: 2 ** 32 - 1 }),
    bursts: number("bursts", defaults.bursts),
    classes: own.classes === undefined ? defaults.classes : classesOf(own.classes),
    rate: quantity("rate", defaults.rate),
    seconds: number("seconds", defaults.seconds, "s"),
    frequency: quantity("frequency", defaults.frequency),
    snr: own.snr === undefined ? defaults.snr : rangeOf(own.snr),
    overlap: number("overlap", defaults.overlap),
    drift: number("drift", defaults.drift, "ppm"),
    fading: number("fading", defaults.fading, "Hz"),
    iqImbalance: number("iq-imbalance", defaults.iqImbalance, "dB"),
    dc: numberOf("dc", own.dc, "dB"),
    clip: numberOf("clip", own.clip, "dB"),
    gainSteps: number("gain-steps", defaults.gainSteps),
  };
}

function numberOf(name: string, text: string | undefined, unit: string): number | undefined {
  if (text === undefined) return undefined;
  const value = typedNumber(text, unit);
  if (Number.isFinite(value)) return value;
  throw new UsageError(`generate: --${name} must be a number, got "${text}"`);
}

/** Reads "10:25", or one number. */
function rangeOf(text: string): [number, number] {
  const ends = text.split(":").map((end) => typedNumber(end, "dB"));
  if (ends.length <= 2 && ends.every((end) => Number.isFinite(end))) return [ends[0], ends[ends.length - 1]];
  throw new UsageError(`generate: --snr must be a range FROM:TO in dB, for example 10:25, got "${text}"`);
}

function classesOf(text: string): SignalClass[] {
  return text.split(",").map((given) => {
    const found = SIGNAL_CLASSES.find((name) => name.toLowerCase() === given.trim().toLowerCase());
    if (found) return found;
    throw new UsageError(`generate: --classes must be some of ${SIGNAL_CLASSES.join(", ")}, got "${given}"`);
  });
}

function formatOf(text: string = MADE_FORMATS[0]): MadeFormat {
  const found = MADE_FORMATS.find((name) => name === text);
  if (found) return found;
  throw new UsageError(`generate: --format must be one of ${MADE_FORMATS.join(", ")}, got "${text}"`);
}

function outputFiles(path: string): string[] {
  if (!path.endsWith(".wav")) return sigmfFiles(path, SIGMF_FILES);
  throw new UsageError(`${path}: a WAV file has no place for what is true of the bursts. ${SIGMF_FILES}`);
}

const tellLimited = (numbers: number) =>
  tell(`${numbers} numbers exceed 16 bits and are limited; use a lower --snr, or --format cf32.`);
