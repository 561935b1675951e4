import { CODES, codeOf } from "../../codes/registry.ts";
import { MOST_ANTENNAS, MOST_RECEIVE_ANTENNAS, type Sorting } from "../detector.ts";
import { type DetectorName, detectors } from "../registry.ts";
import {
  AUTO_TARGET,
  type AutoPoints,
  createSchema,
  type Field,
  type FieldName,
  seedField,
  stopErrorsField,
  unitsField,
} from "../../configuration/fields.ts";

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
  crc: "none" | "24A" | "24B" | "16";
  outer: string;
  feedback: "posterior" | "extrinsic";
  messages: "kept" | "kept-from-bits" | "reset";
  lastDecoding: "same" | "exact";
  stop: "none" | "checks" | "crc";
  frames: number;
  stopErrors: number;
  seed: number;
}

/** The points of "auto" on the SNR axis, and on the Eb/N0 axis. */
export const MIMO_AUTO_SNR: AutoPoints = { from: -4, to: 60, target: AUTO_TARGET };
export const MIMO_AUTO_EBN0: AutoPoints = { from: -12, to: 50, target: AUTO_TARGET };

/** Most outer iterations of the receiver. */
export const MOST_OUTER = 8;

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
    auto: MIMO_AUTO_SNR,
    label: "SNR",
    unit: "dB",
    min: -20,
    max: 60,
    description: "Points of the curve: power of all streams over the noise power at a receive antenna.",
  },
  ebn0: {
    kind: "range",
    change: "rebuild",
    auto: MIMO_AUTO_EBN0,
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
    description:
      "Largest magnitude of all LLRs of K-best and one-pass. A bit with one hypothesis only gets exactly this magnitude. Try 2 to 4 for short lists at low SNR.",
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
    description: "How MTT and K-best sort the antennas: not at all, by the norm of H's columns, or in V-BLAST order.",
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
  crc: {
    kind: "choice",
    change: "rebuild",
    label: "CRC",
    choices: ["none", "24A", "24B", "16"],
    description: "CRC in the last 24 or 16 of the information bits of a codeword, as in LTE and 5G NR.",
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
    choices: ["kept", "kept-from-bits", "reset"],
    description:
      "Whether the decoder keeps its messages from one outer iteration to the next, or starts again. An LDPC decoder keeps those from checks to bits, or those from bits to checks, which contain the LLRs of the earlier iteration.",
  },
  lastDecoding: {
    kind: "choice",
    change: "rebuild",
    label: "Last decoding",
    choices: ["same", "exact"],
    description:
      "Rule of an LDPC decoder in the last outer iteration: the same as before, or sum-product after iterations with min-sum.",
  },
  stop: {
    kind: "choice",
    change: "rebuild",
    label: "Early stop",
    choices: ["none", "checks", "crc"],
    description:
      "End a frame's outer iterations once all checks of its LDPC codewords hold, or their CRCs. It keeps its bits from then on.",
  },
  frames: unitsField(
    "Frames",
    "Maximum number of frames per point; without a code, a codeword is a block of 2304 bits.",
  ),
  stopErrors: stopErrorsField(
    "Frame errors",
    "Stop a point after this many frame errors in every detector. 0: run all frames.",
  ),
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
  crc: "none",
  outer: "1",
  feedback: "posterior",
  messages: "kept",
  lastDecoding: "same",
  stop: "none",
  frames: 500,
  stopErrors: 0,
  seed: 1,
};

/** The fields of an experiment, their defaults, and the checks of each field alone. */
export const MIMO_SCHEMA = createSchema("mimo", fields, defaults);

/** Returns a code's own name; undefined if there is no such code. */
function nameOfCode(name: string): string | undefined {
  try {
    return codeOf(name).code.name;
  } catch {
    return undefined;
  }
}
