import type { Code, Decoding } from "../../codes/code.ts";
import { CODES, codeOf } from "../../codes/registry.ts";
import type { BitsPerSymbol } from "../constellation.ts";
import { type DetectorName, detectors } from "../registry.ts";
import {
  AUTO_TARGET,
  type AutoPoints,
  createSchema,
  type Field,
  type FieldName,
  seedField,
} from "../../configuration/fields.ts";

/** Everything that a comparison of MIMO detectors depends on: the same object gives the same counts, everywhere. */
export interface MimoExperiment {
  lab: "mimo";
  version: 1;
  antennas: number;
  qam: "4" | "16" | "64" | "256";
  channel: "rayleigh" | "white";
  correlation: number;
  snr: string;
  detectors: DetectorName[];
  candidates: number;
  clip: number;
  code: string;
  decoder: "sum-product" | "min-sum";
  factor: number;
  iterations: number;
  frames: number;
  stopErrors: number;
  seed: number;
}

/** What "auto" stands for on the axis of SNR. */
export const AUTO_SNR: AutoPoints = { from: -4, to: 60, target: AUTO_TARGET };

const fields: Readonly<Record<FieldName<MimoExperiment>, Field>> = {
  antennas: {
    kind: "number",
    change: "rebuild",
    label: "Antennas",
    unit: "",
    min: 1,
    max: 8,
    step: 1,
    integer: true,
    description: "Transmit antennas M, each with a stream of its own, and as many receive antennas.",
  },
  qam: {
    kind: "choice",
    change: "rebuild",
    label: "QAM",
    choices: ["4", "16", "64", "256"],
    description: "Points of a symbol, Gray mapped as in 3GPP TS 38.211.",
  },
  channel: {
    kind: "choice",
    change: "rebuild",
    label: "Channel",
    choices: ["rayleigh", "white"],
    description: "A Rayleigh matrix for every channel use, or none: H = I, white noise only.",
  },
  correlation: {
    kind: "number",
    change: "rebuild",
    label: "Correlation",
    unit: "",
    min: 0,
    max: 0.99,
    step: 0.1,
    description: "Of neighbouring antennas, falling exponentially with their distance, on both sides (Kronecker).",
  },
  snr: {
    kind: "range",
    change: "set",
    auto: AUTO_SNR,
    label: "SNR",
    unit: "dB",
    min: -20,
    max: 60,
    description: "Points of the curve: power of all streams over the noise, at a receive antenna.",
  },
  detectors: {
    kind: "list",
    change: "rebuild",
    label: "Detectors",
    choices: Object.keys(detectors),
    description: "Which detectors to compare on the same received vectors.",
  },
  candidates: {
    kind: "number",
    change: "rebuild",
    label: "K",
    unit: "",
    min: 1,
    max: 64,
    step: 1,
    integer: true,
    description: "Paths that K-best keeps at each antenna.",
  },
  clip: {
    kind: "number",
    change: "rebuild",
    label: "Clipping",
    unit: "",
    min: 1,
    max: 100,
    step: 1,
    description: "LLR that K-best gives where its list holds one hypothesis only.",
  },
  code: {
    kind: "choice",
    change: "rebuild",
    label: "Code",
    choices: ["none", ...CODES.ldpc.codes.map(({ name }) => name)],
    description: "LDPC code of IEEE 802.16e, rate 1/2, by its length; or bits as they are.",
  },
  decoder: {
    kind: "choice",
    change: "rebuild",
    label: "Decoder",
    choices: ["sum-product", "min-sum"],
    description: "The check nodes' rule: exact, or by the smallest magnitude, normalized.",
  },
  factor: {
    kind: "number",
    change: "rebuild",
    label: "Min-sum factor",
    unit: "",
    min: 0.1,
    max: 1,
    step: 0.05,
    description: "On the messages of min-sum, which are too sure of themselves.",
  },
  iterations: {
    kind: "number",
    change: "rebuild",
    label: "Iterations",
    unit: "",
    min: 1,
    max: 50,
    step: 1,
    integer: true,
    description: "Of the LDPC decoder, at most; it stops once all checks hold.",
  },
  frames: {
    kind: "number",
    change: "set",
    label: "Frames",
    unit: "",
    min: 1,
    max: 2 ** 24,
    step: 100,
    integer: true,
    description: "Most codewords a point; uncoded, blocks of 2304 bits.",
  },
  stopErrors: {
    kind: "number",
    change: "set",
    label: "Frame errors",
    unit: "",
    min: 0,
    max: 1e6,
    step: 10,
    integer: true,
    description: "A point ends once every detector has this many frames in error; 0 runs all frames.",
  },
  seed: seedField("bits, channels and noise"),
};

const defaults: MimoExperiment = {
  lab: "mimo",
  version: 1,
  antennas: 4,
  qam: "16",
  channel: "rayleigh",
  correlation: 0,
  snr: "10:2:20",
  detectors: ["mmse", "kbest", "mtt"],
  candidates: 16,
  clip: 8,
  code: "wimax-2304-1/2",
  decoder: "sum-product",
  factor: 0.8,
  iterations: 15,
  frames: 500,
  stopErrors: 0,
  seed: 1,
};

const schema = createSchema("mimo", fields, defaults);

export const MIMO = {
  ...schema,
  /**
   * Fills what is missing with defaults and checks the rest.
   *
   * @throws RangeError or TypeError that says what was found and what was expected; where a detector does not take the sizes, why.
   */
  parse(input: unknown): MimoExperiment {
    const config = schema.parse(input);
    for (const name of config.detectors) {
      const refusal = detectors[name].refusal({ ...sizesOf(config), uses: 1 });
      if (refusal) throw new RangeError(`mimo: ${name} does not do this: ${refusal}`);
    }
    return config;
  },
};

/** What a detector needs to know, but for the number of channel uses. */
export function sizesOf({ antennas, qam, candidates }: Pick<MimoExperiment, "antennas" | "qam" | "candidates">) {
  return { antennas, bitsPerSymbol: Math.log2(Number(qam)) as BitsPerSymbol, candidates };
}

/** Bits of a frame without a code. */
const UNCODED_BITS = 2304;

/** A frame: its information bits, its coded bits, and the channel uses that carry them. */
export interface MimoFrame {
  code: Code | undefined;
  information: number;
  coded: number;
  uses: number;
  /** Bits that the uses carry: coded bits, then zeros. */
  sent: number;
}

export function frameOf(config: MimoExperiment): MimoFrame {
  const code = config.code === "none" ? undefined : codeOf(config.code).code;
  const { antennas, bitsPerSymbol } = sizesOf(config);
  const { information, length: coded } = code ?? { information: UNCODED_BITS, length: UNCODED_BITS };
  const uses = Math.ceil(coded / (antennas * bitsPerSymbol));
  return { code, information, coded, uses, sent: uses * antennas * bitsPerSymbol };
}

/** N0, the variance of the complex noise at a receive antenna: M·Es/SNR with Es = 1. */
export function mimoNoiseVariance({ antennas }: Pick<MimoExperiment, "antennas">, snrDb: number): number {
  return antennas / 10 ** (snrDb / 10);
}

/** How the frames of an experiment with a code are decoded. */
export function decodingOf({ decoder, factor, iterations }: MimoExperiment): Decoding {
  return { algorithm: decoder, scale: factor, iterations, stop: "checks" };
}
