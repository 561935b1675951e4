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

/** The configuration of a comparison of MIMO detectors. The same object gives the same counts on every device. */
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

/** The points of "auto" on the SNR axis. */
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
    description: "Transmit antennas M, with one stream each, and as many receive antennas.",
  },
  qam: {
    kind: "choice",
    change: "rebuild",
    label: "QAM",
    choices: ["4", "16", "64", "256"],
    description: "Points of the constellation, Gray mapped as in 3GPP TS 38.211.",
  },
  channel: {
    kind: "choice",
    change: "rebuild",
    label: "Channel",
    choices: ["rayleigh", "white"],
    description: "A new Rayleigh matrix for every channel use, or none: H = I and white noise only.",
  },
  correlation: {
    kind: "number",
    change: "rebuild",
    label: "Correlation",
    unit: "",
    min: 0,
    max: 0.99,
    step: 0.1,
    description:
      "Correlation of neighbouring antennas on both sides. It falls exponentially with distance (Kronecker model).",
  },
  snr: {
    kind: "range",
    change: "set",
    auto: AUTO_SNR,
    label: "SNR",
    unit: "dB",
    min: -20,
    max: 60,
    description: "Points of the curve: power of all streams over the noise power at a receive antenna.",
  },
  detectors: {
    kind: "list",
    change: "rebuild",
    label: "Detectors",
    choices: Object.keys(detectors),
    description: "Detectors to compare on the same received vectors.",
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
    description: "Number of paths that K-best keeps at each antenna.",
  },
  clip: {
    kind: "number",
    change: "rebuild",
    label: "Clipping",
    unit: "",
    min: 1,
    max: 100,
    step: 1,
    description: "Magnitude of the LLR that K-best and one-pass give to a bit with one hypothesis only.",
  },
  code: {
    kind: "choice",
    change: "rebuild",
    label: "Code",
    choices: ["none", ...CODES.ldpc.codes.map(({ name }) => name)],
    description: "LDPC code of IEEE 802.16e at rate 1/2, by its length, or uncoded bits.",
  },
  decoder: {
    kind: "choice",
    change: "rebuild",
    label: "Decoder",
    choices: ["sum-product", "min-sum"],
    description: "Rule of the check nodes: exact, or by the smallest magnitude times a factor.",
  },
  factor: {
    kind: "number",
    change: "rebuild",
    label: "Min-sum factor",
    unit: "",
    min: 0.1,
    max: 1,
    step: 0.05,
    description: "Factor on the messages of min-sum, which are too large.",
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
    description: "Most iterations of the LDPC decoder, which stops once all checks hold.",
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
    description: "Maximum number of codewords per point; without a code, blocks of 2304 bits.",
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
    description: "Stop a point after this many frame errors in every detector. 0: run all frames.",
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
   * @throws RangeError or TypeError with the value found and the value expected, or the reason why a detector does not support the sizes.
   */
  parse(input: unknown): MimoExperiment {
    const config = schema.parse(input);
    for (const name of config.detectors) {
      const refusal = detectors[name].refusal({ ...sizesOf(config), uses: 1 });
      if (refusal) throw new RangeError(`mimo: ${name} does not support these sizes: ${refusal}`);
    }
    return config;
  },
};

/** The sizes of a detector except the number of channel uses. */
export function sizesOf({ antennas, qam, candidates }: Pick<MimoExperiment, "antennas" | "qam" | "candidates">) {
  return { antennas, bitsPerSymbol: Math.log2(Number(qam)) as BitsPerSymbol, candidates };
}

/** Bits per frame without a code. */
const UNCODED_BITS = 2304;

/** A frame: its information bits, its coded bits, and the channel uses that carry them. */
export interface MimoFrame {
  code: Code | undefined;
  information: number;
  coded: number;
  uses: number;
  /** Transmitted bits: the coded bits, then zeros. */
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

/** The decoder's settings for an experiment with a code. */
export function decodingOf({ decoder, factor, iterations }: MimoExperiment): Decoding {
  return { algorithm: decoder, scale: factor, iterations, stop: "checks" };
}
