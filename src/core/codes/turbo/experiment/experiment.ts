import type { CodewordConfig } from "../../latency/codeword.ts";
import { MOST_ITERATIONS, MOST_WINDOWS, type TurboStop, usualWindows, windowCounts } from "../decoding.ts";
import { qppOf, TURBO_LENGTHS } from "../qpp.ts";
import { AUTO_TARGET, type AutoPoints, lastPoint, parseRange, readPoints } from "../../../configuration/fields.ts";
import { type ConfigOf, field, schema } from "../../../configuration/schema.ts";

/** Information bits per transmitted bit; "1/3" sends the whole codeword, 3K + 12 bits. */
const RATES = { "1/5": 1 / 5, "1/3": 1 / 3, "1/2": 1 / 2, "2/3": 2 / 3, "3/4": 3 / 4, "4/5": 4 / 5, "8/9": 8 / 9 };
export type RateName = keyof typeof RATES;

/** Most decoders per comparison. */
const MOST_DECODERS = 12;

/** The points of "auto" on the Eb/N0 axis. */
export const TURBO_AUTO_EBN0: AutoPoints = { from: -4, to: 30, target: AUTO_TARGET };

const declared = schema("turbo", 1, {
  length: field.whole("Length K", "Information bits per codeword: one of LTE's 188 lengths, 40 to 6144.", {
    default: 6144,
    unit: "bits",
    min: TURBO_LENGTHS[0],
    max: TURBO_LENGTHS[TURBO_LENGTHS.length - 1],
    step: 64,
  }),
  rate: field.choice(
    "Rate",
    "Code rate: information bits per transmitted bit. The mother code has 1/3. Higher rates puncture it, and lower rates repeat bits.",
    Object.keys(RATES) as RateName[],
    { default: "1/3" },
  ),
  redundancyVersion: field.whole(
    "Redundancy version",
    "Start of the transmitted bits in the circular buffer. It matters only if part of the codeword is sent.",
    { default: 0, min: 0, max: 3 },
  ),
  modulation: field.choice(
    "Modulation",
    "One or two coded bits per symbol. At the same Eb/N0 both give the same error rates.",
    ["bpsk", "qpsk"],
    {
      default: "bpsk",
      noEffect: "Each bit has the same noise relative to its energy, and the channel draws it bit by bit.",
    },
  ),
  ebn0: field.range(
    "Eb/N0",
    "Points of the curve: FROM:STEP:TO or a list with commas. Eb is the energy per information bit.",
    { default: "0:0.1:0.7", change: "set", unit: "dB", min: -5, max: 30, auto: TURBO_AUTO_EBN0 },
  ),
  algorithm: field.list(
    "Algorithm",
    "Sums of probabilities by their largest term, or exact, with the correction ln(1 + e^−|d|).",
    ["max-log", "log-map"],
    { default: ["max-log"] },
  ),
  windows: field.range(
    "Windows P",
    "Number of windows: parts of a codeword decoded in parallel. Separate several numbers by commas to compare them. W64 means windows of 64 stages.",
    { default: "96", min: 1, max: MOST_WINDOWS, integer: true },
  ),
  iterations: field.range(
    "Iterations",
    "Number of iterations, in which both decoders run once. Separate several numbers by commas to compare them.",
    { default: "6", min: 1, max: MOST_ITERATIONS, integer: true },
  ),
  scale: field.number(
    "Extrinsic scale",
    "Factor on the extrinsic LLRs of max-log, which are too large. Log-MAP ignores it.",
    { default: 0.75, min: 0.1, max: 1, step: 0.05 },
  ),
  crc: field.choice("CRC", "CRC in the last 24 of the K bits.", ["none", "24A", "24B"], { default: "none" }),
  stop: field.choice(
    "Early stop",
    "Stop the iterations of a codeword once both decoders agree on all bits, or once the CRC holds.",
    ["none", "sign", "crc"],
    { default: "none" },
  ),
  codewords: field.units("Codewords", "Maximum number of codewords per point.", { default: 1000 }),
  stopErrors: field.stopErrors(
    "Frame errors",
    "Stop a point after this many frame errors in every decoder. 0: run all codewords.",
  ),
  seed: field.seed("bits and noise"),
});

/** The configuration of a comparison of Turbo decoders. The same object gives the same counts on every device. */
export type TurboExperiment = ConfigOf<typeof declared>;
export type TurboAlgorithm = TurboExperiment["algorithm"][number];

export const TURBO = {
  ...declared,
  /**
   * Fills missing fields, with windows that divide the length, and checks the rest. Windows may be given by their
   * stages: {@link windowsOf}.
   *
   * @throws RangeError or TypeError with the value found, the value expected, and often a suggestion.
   */
  parse(input: unknown): TurboExperiment {
    const given = input as Partial<TurboExperiment> | null;
    const { windows, length = declared.defaults.length } = given ?? {};
    const config = declared.parse(
      typeof windows === "string" ? { ...given, windows: windowsOf(windows, length) } : input,
    );
    if (windows === undefined) config.windows = String(usualWindows(config.length));
    decodersOf(config);
    stopRule(config);
    return config;
  },
};

/** One of the decoders that an experiment compares. */
export interface DecoderChoice {
  algorithm: TurboAlgorithm;
  /** Windows per codeword. */
  windows: number;
  /** Most iterations. */
  iterations: number;
  /** Factor on extrinsic information. */
  scale: number;
}

/**
 * A list of windows in which some are given by their stages, as numbers of windows: "1, W64" is "1,96" for K = 6144.
 *
 * @throws RangeError when the number of stages does not divide the length.
 */
export function windowsOf(text: string, length: number): string {
  return text.replaceAll(/\bW\s*=?\s*(\d+)/gi, (_, stages: string) => {
    const counts = windowCounts(length);
    if (counts.includes(length / Number(stages))) return String(length / Number(stages));
    const possible = counts.map((count) => length / count).toReversed();
    throw new RangeError(`turbo: windows of K = ${length} may have ${possible.join(", ")} stages; got ${stages}`);
  });
}

/**
 * All combinations of algorithm, windows and iterations, in that order.
 *
 * @throws RangeError for a length that LTE lacks, for windows that do not divide it, or for too many combinations.
 */
export function decodersOf(config: TurboExperiment): DecoderChoice[] {
  const { length } = qppOf(config.length);
  const windows = parseRange(config.windows);
  const counts = windowCounts(length);
  for (const count of windows) {
    if (counts.includes(count)) continue;
    throw new RangeError(`turbo: windows must divide K = ${length}: ${counts.join(", ")}; got ${count}`);
  }
  const decoders = config.algorithm.flatMap((algorithm) =>
    windows.flatMap((count) =>
      parseRange(config.iterations).map((iterations): DecoderChoice => {
        return { algorithm, windows: count, iterations, scale: algorithm === "max-log" ? config.scale : 1 };
      }),
    ),
  );
  if (decoders.length > MOST_DECODERS) {
    throw new RangeError(`turbo: ${decoders.length} decoders are too many, ${MOST_DECODERS} at most at the same time`);
  }
  return decoders;
}

/** The code's name in the registry. */
export const codeName = ({ length }: Pick<TurboExperiment, "length">): string => `lte-${length}`;

/** A codeword of an experiment for one of its decoders, to measure its latency: all bits are sent, at the highest Eb/N0. */
export function loneCodeword(config: TurboExperiment, decoder: number): CodewordConfig {
  const choices = decodersOf(config);
  const decoding = { ...choices[Math.min(decoder, choices.length - 1)], ...stopRule(config) };
  const ebn0Db = lastPoint(readPoints(config.ebn0, TURBO_AUTO_EBN0));
  return { code: codeName(config), decoding, ebn0Db, seed: config.seed };
}

/** Transmitted bits per codeword: all coded bits, or the number that gives the rate. */
export function sentBits({ length, rate }: Pick<TurboExperiment, "length" | "rate">): number {
  return rate === "1/3" ? 3 * length + 12 : Math.round(length / RATES[rate]);
}

/** Noise variance per real dimension for bits sent as ±1: 1/(2·R·Eb/N0), R = K/E. */
export function turboNoiseVariance(config: Pick<TurboExperiment, "length" | "rate">, ebn0Db: number): number {
  return sentBits(config) / config.length / (2 * 10 ** (ebn0Db / 10));
}

/** The rule that ends the decoders of an experiment before their last iteration.
 *
 * @throws RangeError for a stop by CRC without a CRC.
 */
export function stopRule({ stop, crc }: Pick<TurboExperiment, "stop" | "crc">): TurboStop {
  if (stop !== "crc") return { stop };
  if (crc === "none") {
    throw new RangeError("turbo: an early stop by CRC needs check bits in the codeword: set crc to 24A or 24B");
  }
  return { stop, crc };
}
