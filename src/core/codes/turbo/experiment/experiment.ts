import { MOST_ITERATIONS, MOST_WINDOWS, type TurboStop, usualWindows, windowCounts } from "../decoding.ts";
import { qppOf, TURBO_LENGTHS } from "../qpp.ts";
import {
  AUTO_TARGET,
  type AutoPoints,
  createSchema,
  type Field,
  type FieldName,
  parseRange,
  seedField,
  stopErrorsField,
  unitsField,
} from "../../../configuration/fields.ts";

export type TurboAlgorithm = "max-log" | "log-map";

/** The configuration of a comparison of Turbo decoders. The same object gives the same counts on every device. */
export interface TurboExperiment {
  lab: "turbo";
  version: 1;
  length: number;
  rate: RateName;
  redundancyVersion: number;
  modulation: "bpsk" | "qpsk";
  ebn0: string;
  algorithm: TurboAlgorithm[];
  windows: string;
  iterations: string;
  scale: number;
  crc: "none" | "24A" | "24B";
  stop: "none" | "sign" | "crc";
  codewords: number;
  stopErrors: number;
  seed: number;
}

/** Information bits per transmitted bit; "1/3" sends the whole codeword, 3K + 12 bits. */
const RATES = { "1/5": 1 / 5, "1/3": 1 / 3, "1/2": 1 / 2, "2/3": 2 / 3, "3/4": 3 / 4, "4/5": 4 / 5, "8/9": 8 / 9 };
export type RateName = keyof typeof RATES;

/** Most decoders per comparison. */
const MOST_DECODERS = 12;

/** The points of "auto" on the Eb/N0 axis. */
export const AUTO_EBN0: AutoPoints = { from: -4, to: 30, target: AUTO_TARGET };

const fields: Readonly<Record<FieldName<TurboExperiment>, Field>> = {
  length: {
    kind: "number",
    change: "rebuild",
    label: "Length K",
    unit: "bits",
    min: TURBO_LENGTHS[0],
    max: TURBO_LENGTHS[TURBO_LENGTHS.length - 1],
    step: 64,
    integer: true,
    description: "Information bits per codeword: one of LTE's 188 lengths, 40 to 6144.",
  },
  rate: {
    kind: "choice",
    change: "rebuild",
    label: "Rate",
    choices: Object.keys(RATES),
    description:
      "Code rate: information bits per transmitted bit. The mother code has 1/3. Higher rates puncture it, and lower rates repeat bits.",
  },
  redundancyVersion: {
    kind: "number",
    change: "rebuild",
    label: "Redundancy version",
    unit: "",
    min: 0,
    max: 3,
    step: 1,
    integer: true,
    description:
      "Start of the transmitted bits in the circular buffer. It matters only if part of the codeword is sent.",
  },
  modulation: {
    kind: "choice",
    change: "rebuild",
    label: "Modulation",
    choices: ["bpsk", "qpsk"],
    noEffect: "Each bit has the same noise relative to its energy, and the channel draws it bit by bit.",
    description: "One or two coded bits per symbol. At the same Eb/N0 both give the same error rates.",
  },
  ebn0: {
    kind: "range",
    change: "set",
    auto: AUTO_EBN0,
    label: "Eb/N0",
    unit: "dB",
    min: -5,
    max: 30,
    description: "Points of the curve: FROM:STEP:TO or a list with commas. Eb is the energy per information bit.",
  },
  algorithm: {
    kind: "list",
    change: "rebuild",
    label: "Algorithm",
    choices: ["max-log", "log-map"],
    description: "Sums of probabilities by their largest term, or exact, with the correction ln(1 + e^−|d|).",
  },
  windows: {
    kind: "range",
    change: "rebuild",
    label: "Windows P",
    unit: "",
    min: 1,
    max: MOST_WINDOWS,
    integer: true,
    description:
      "Number of windows: parts of a codeword decoded in parallel. Separate several numbers by commas to compare them. W64 means windows of 64 stages.",
  },
  iterations: {
    kind: "range",
    change: "rebuild",
    label: "Iterations",
    unit: "",
    min: 1,
    max: MOST_ITERATIONS,
    integer: true,
    description:
      "Number of iterations, in which both decoders run once. Separate several numbers by commas to compare them.",
  },
  scale: {
    kind: "number",
    change: "rebuild",
    label: "Extrinsic scale",
    unit: "",
    min: 0.1,
    max: 1,
    step: 0.05,
    description: "Factor on the extrinsic LLRs of max-log, which are too large. Log-MAP ignores it.",
  },
  crc: {
    kind: "choice",
    change: "rebuild",
    label: "CRC",
    choices: ["none", "24A", "24B"],
    description: "CRC in the last 24 of the K bits.",
  },
  stop: {
    kind: "choice",
    change: "rebuild",
    label: "Early stop",
    choices: ["none", "sign", "crc"],
    description: "Stop the iterations of a codeword once both decoders agree on all bits, or once the CRC holds.",
  },
  codewords: unitsField("Codewords", "Maximum number of codewords per point."),
  stopErrors: stopErrorsField(
    "Frame errors",
    "Stop a point after this many frame errors in every decoder. 0: run all codewords.",
  ),
  seed: seedField("bits and noise"),
};

const defaults: TurboExperiment = {
  lab: "turbo",
  version: 1,
  length: 6144,
  rate: "1/3",
  redundancyVersion: 0,
  modulation: "bpsk",
  ebn0: "0:0.1:0.7",
  algorithm: ["max-log"],
  windows: "96",
  iterations: "6",
  scale: 0.75,
  crc: "none",
  stop: "none",
  codewords: 1000,
  stopErrors: 0,
  seed: 1,
};

const schema = createSchema("turbo", fields, defaults);

export const TURBO = {
  ...schema,
  /**
   * Fills missing fields, with windows that divide the length, and checks the rest. Windows may be given by their stages: {@link windowsOf}. * @throws RangeError or TypeError with the value found, the value expected, and often a suggestion.
   */
  parse(input: unknown): TurboExperiment {
    const given = input as Partial<TurboExperiment> | null;
    const { windows, length = defaults.length } = given ?? {};
    const config = schema.parse(
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
