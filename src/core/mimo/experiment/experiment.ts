import type { Code, Decoding } from "../../codes/code.ts";
import { type CodeFamily, CODES, codeOf } from "../../codes/registry.ts";
import type { BitsPerSymbol } from "../constellation.ts";
import { type DetectorSizes, MOST_ANTENNAS, MOST_RECEIVE_ANTENNAS, type Sorting } from "../detector.ts";
import { type DetectorName, detectors } from "../registry.ts";
import {
  AUTO_TARGET,
  type AutoPoints,
  createSchema,
  type Field,
  type FieldName,
  parseRange,
  readPoints,
  seedField,
} from "../../configuration/fields.ts";
import type { Axis } from "../../measurement/measurement.ts";

/** The configuration of a comparison of MIMO detectors. The same object gives the same counts on every device. */
export interface MimoExperiment {
  lab: "mimo";
  version: 1;
  antennas: number;
  receiveAntennas: number;
  qam: "4" | "16" | "64" | "256";
  channel: "rayleigh" | "block-rayleigh" | "white";
  correlation: number;
  powerControl: "off" | "on";
  snr: string;
  ebn0: string;
  detectors: DetectorName[];
  candidates: number;
  clip: number;
  orders: number;
  sorting: Sorting;
  code: string;
  codewords: "joint" | "per-stream";
  interleaver: "random" | "nr";
  decoder: "sum-product" | "min-sum" | "log-map" | "max-log";
  schedule: "layered" | "flooding";
  factor: number;
  iterations: number;
  outer: string;
  feedback: "posterior" | "extrinsic";
  messages: "kept" | "reset";
  lastDecoding: "same" | "exact";
  frames: number;
  stopErrors: number;
  seed: number;
}

/** The points of "auto" on the SNR axis, and on the Eb/N0 axis. */
export const AUTO_SNR: AutoPoints = { from: -4, to: 60, target: AUTO_TARGET };
const AUTO_EBN0: AutoPoints = { from: -12, to: 50, target: AUTO_TARGET };

/** Most outer iterations of the receiver. */
export const MOST_OUTER = 8;

/** Algorithms that are exact, and their approximations, by the names that the families of codes give them. */
const EXACT: readonly string[] = ["sum-product", "log-map"] satisfies MimoExperiment["decoder"][];
const APPROXIMATE: readonly string[] = ["min-sum", "max-log"] satisfies MimoExperiment["decoder"][];

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
    description: "Transmit antennas M, with one stream each.",
  },
  receiveAntennas: {
    kind: "number",
    change: "rebuild",
    label: "Receive antennas",
    unit: "",
    min: 0,
    max: MOST_RECEIVE_ANTENNAS,
    step: 1,
    integer: true,
    description: "Receive antennas N, at least M. 0: as many as transmit antennas.",
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
    choices: ["rayleigh", "block-rayleigh", "white"],
    description:
      "A new Rayleigh matrix for every channel use, one for each frame, or none: H = I and white noise only.",
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
  powerControl: {
    kind: "choice",
    change: "rebuild",
    label: "Power control",
    choices: ["off", "on"],
    description:
      "On: each column of H is scaled, so that all streams arrive with the same power. Off: their power fades.",
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
  ebn0: {
    kind: "range",
    change: "rebuild",
    auto: AUTO_EBN0,
    optional: true,
    label: "Eb/N0",
    unit: "dB",
    min: -40,
    max: 60,
    description:
      "Points of the curve instead of SNR: transmitted energy per information bit over N0 at a receive antenna.",
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
  orders: {
    kind: "number",
    change: "rebuild",
    label: "Orders",
    unit: "",
    min: 1,
    max: MOST_ANTENNAS,
    step: 1,
    integer: true,
    description: "Antenna orders that multi-pass traversal tries, 1 to M. Larger numbers count as M.",
  },
  sorting: {
    kind: "choice",
    change: "rebuild",
    label: "Sorting",
    choices: ["none", "norm", "v-blast"],
    description:
      "How the trellis and K-best sort the antennas: not at all, by the norm of H's columns, or in V-BLAST order.",
  },
  code: {
    kind: "choice",
    change: "rebuild",
    label: "Code",
    // The other rates are found by their names.
    choices: ["none", ...CODES.ldpc.codes.map(({ name }) => name).filter((name) => name.endsWith("-1/2"))],
    others: { text: "the name of another code, for example lte-6144", find: nameOfCode },
    description: "A code by its name, for example wimax-2304-1/2 or lte-6144, or uncoded bits.",
  },
  codewords: {
    kind: "choice",
    change: "rebuild",
    label: "Codewords",
    choices: ["joint", "per-stream"],
    description: "A codeword over all streams of a frame, or one for each stream, as from several users.",
  },
  interleaver: {
    kind: "choice",
    change: "rebuild",
    label: "Interleaver",
    choices: ["random", "nr"],
    description:
      "Order of a codeword's bits: random, or as in 5G NR, where the first bits are the most significant of their symbols.",
  },
  decoder: {
    kind: "choice",
    change: "rebuild",
    label: "Decoder",
    choices: ["sum-product", "min-sum", "log-map", "max-log"],
    description:
      "Decoding rule: exact (sum-product for LDPC, log-MAP for Turbo codes) or approximate (min-sum, max-log-MAP).",
  },
  schedule: {
    kind: "choice",
    change: "rebuild",
    label: "Schedule",
    choices: ["layered", "flooding"],
    description: "Order of an LDPC decoder's updates: layer by layer, or all checks at once.",
  },
  factor: {
    kind: "number",
    change: "rebuild",
    label: "Factor",
    unit: "",
    min: 0.1,
    max: 1,
    step: 0.05,
    description: "Factor on the messages of the approximate rules, which are too large.",
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
    description:
      "Most iterations of the decoder; for Turbo codes at most 16. An LDPC decoder stops once all checks hold.",
  },
  outer: {
    kind: "range",
    change: "rebuild",
    label: "Outer iterations",
    unit: "",
    min: 1,
    max: MOST_OUTER,
    integer: true,
    description:
      "Passes through detector and decoder whose errors are counted, for example 1,2,3. Detectors without priors have one.",
  },
  feedback: {
    kind: "choice",
    change: "rebuild",
    label: "Feedback",
    choices: ["posterior", "extrinsic"],
    description: "LLRs that the decoder gives the next detection: its posterior ones, or these minus its input.",
  },
  messages: {
    kind: "choice",
    change: "rebuild",
    label: "Messages",
    choices: ["kept", "reset"],
    description: "Whether the decoder keeps its messages from one outer iteration to the next, or starts again.",
  },
  lastDecoding: {
    kind: "choice",
    change: "rebuild",
    label: "Last decoding",
    choices: ["same", "exact"],
    description:
      "Rule of an LDPC decoder in the last outer iteration: the same as before, or sum-product after iterations with min-sum.",
  },
  frames: {
    kind: "number",
    change: "set",
    label: "Frames",
    unit: "",
    min: 1,
    max: 2 ** 30,
    step: 100,
    integer: true,
    description: "Maximum number of frames per point; without a code, a codeword is a block of 2304 bits.",
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
  receiveAntennas: 0,
  qam: "16",
  channel: "rayleigh",
  correlation: 0,
  powerControl: "off",
  snr: "10:2:20",
  ebn0: "",
  detectors: ["mmse", "kbest", "mtt"],
  candidates: 16,
  clip: 8,
  orders: 1,
  sorting: "none",
  code: "wimax-2304-1/2",
  codewords: "joint",
  interleaver: "random",
  decoder: "sum-product",
  schedule: "layered",
  factor: 0.8,
  iterations: 15,
  outer: "1",
  feedback: "posterior",
  messages: "kept",
  lastDecoding: "same",
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
    const { antennas, receiveAntennas } = config;
    if (receiveAntennas !== 0 && receiveAntennas < antennas) {
      throw new RangeError(
        `mimo: receiveAntennas must be 0 or at least the ${antennas} transmit antennas, got ${receiveAntennas}`,
      );
    }
    const { codewords } = frameOf(config);
    // Codewords have numbers of 32 bits.
    if (config.frames * codewords > 2 ** 32) {
      throw new RangeError(
        `mimo: frames must be at most ${Math.floor(2 ** 32 / codewords)} with ${codewords} codewords per frame, got ${config.frames}`,
      );
    }
    config.decoder = decoderFor(config);
    for (const name of config.detectors) {
      const refusal = detectors[name].refusal({ ...sizesOf(config), uses: 1 });
      if (refusal) throw new RangeError(`mimo: ${name} does not support these sizes: ${refusal}`);
    }
    return config;
  },
};

/** Returns a code's own name; undefined if there is no such code. */
function nameOfCode(name: string): string | undefined {
  try {
    return codeOf(name).code.name;
  } catch {
    return undefined;
  }
}

/** The decoder under the name that the code's family gives it. */
function decoderFor({ code, decoder }: MimoExperiment): MimoExperiment["decoder"] {
  if (code === "none") return decoder;
  const algorithm = algorithmOf(CODES[codeOf(code).family], decoder);
  const own = [...EXACT, ...APPROXIMATE].includes(algorithm);
  return own ? (algorithm as MimoExperiment["decoder"]) : decoder;
}

/** The family's algorithm that is exact, or approximate, like the decoder. */
function algorithmOf({ algorithms }: CodeFamily, decoder: MimoExperiment["decoder"]): string {
  return EXACT.includes(decoder) ? algorithms[algorithms.length - 1] : algorithms[0];
}

/** The sizes of a detector except the number of channel uses. */
export function sizesOf({ antennas, receiveAntennas, qam, candidates, orders, sorting }: MimoExperiment) {
  return {
    antennas,
    receiveAntennas: receiveAntennas || antennas,
    bitsPerSymbol: Math.log2(Number(qam)) as BitsPerSymbol,
    candidates,
    orders: Math.min(orders, antennas),
    sorting,
  } satisfies Omit<DetectorSizes, "uses">;
}

/** One curve of an experiment: a detector, and the outer iterations after which its errors count. */
export interface MimoReceiver {
  detector: DetectorName;
  outer: number;
}

/** The receivers of an experiment: each detector after each of the outer iterations; once without priors or without a code. */
export function receiversOf(config: MimoExperiment): MimoReceiver[] {
  return config.detectors.flatMap((detector) => outersOf(config, detector).map((outer) => ({ detector, outer })));
}

/** The outer iterations after which a detector's errors count, in rising order. */
export function outersOf({ code, outer }: MimoExperiment, detector: DetectorName): number[] {
  if (code === "none" || !detectors[detector].priors) return [1];
  return [...new Set(parseRange(outer))].toSorted((a, b) => a - b);
}

/** The axis of a sweep: Eb/N0 if the experiment gives its points, else SNR. */
export function axisOf({ snr, ebn0 }: MimoExperiment): Axis {
  if (ebn0 === "") return { label: "SNR", points: readPoints(snr, AUTO_SNR) };
  return { label: "Eb/N0", points: readPoints(ebn0, AUTO_EBN0) };
}

/** Returns 10·log10(SNR/(Eb/N0)) = 10·log10(M·B·R): the information bits per channel use, in dB. */
export function snrOverEbn0(config: MimoExperiment): number {
  const { antennas, bitsPerSymbol } = sizesOf(config);
  const { information, coded } = frameOf(config);
  return 10 * Math.log10((antennas * bitsPerSymbol * information) / coded);
}

/** Returns the SNR and Eb/N0 of a point of the sweep, dB. */
export function pointOf(config: MimoExperiment, db: number): { snrDb: number; ebn0Db: number } {
  const difference = snrOverEbn0(config);
  return config.ebn0 === "" ? { snrDb: db, ebn0Db: db - difference } : { snrDb: db + difference, ebn0Db: db };
}

/** Bits per frame without a code. */
const UNCODED_BITS = 2304;

/** A frame: its codewords, and the channel uses that carry them. */
export interface MimoFrame {
  code: Code | undefined;
  /** Codewords per frame: 1, or one for each stream. */
  codewords: number;
  /** Information bits and coded bits per codeword. */
  information: number;
  coded: number;
  uses: number;
  /** Transmitted bits of the frame: the coded bits, and zeros. */
  sent: number;
}

export function frameOf(config: MimoExperiment): MimoFrame {
  const code = config.code === "none" ? undefined : codeOf(config.code).code;
  const { antennas, bitsPerSymbol } = sizesOf(config);
  const { information, length: coded } = code ?? { information: UNCODED_BITS, length: UNCODED_BITS };
  const codewords = config.codewords === "joint" ? 1 : antennas;
  const uses = Math.ceil((codewords * coded) / (antennas * bitsPerSymbol));
  return { code, codewords, information, coded, uses, sent: uses * antennas * bitsPerSymbol };
}

/** N0, the variance of the complex noise at a receive antenna: M·Es/SNR with Es = 1. */
export function mimoNoiseVariance({ antennas }: Pick<MimoExperiment, "antennas">, snrDb: number): number {
  return antennas / 10 ** (snrDb / 10);
}

/** The decoder's settings for an experiment with a code. */
export function decodingOf({ code: name, decoder, schedule, factor, iterations }: MimoExperiment): Decoding {
  const { family, code } = codeOf(name);
  const { mostIterations, usual } = CODES[family];
  return {
    ...usual(code),
    algorithm: algorithmOf(CODES[family], decoder),
    schedule,
    // The messages of an exact algorithm are not too large.
    scale: EXACT.includes(decoder) ? 1 : factor,
    iterations: Math.min(iterations, mostIterations),
  };
}
