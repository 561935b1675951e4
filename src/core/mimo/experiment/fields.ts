import { CODES, codeOf } from "../../codes/registry.ts";
import { MOST_ANTENNAS, MOST_RECEIVE_ANTENNAS } from "../detector.ts";
import { type DetectorName, detectors } from "../registry.ts";
import { AUTO_TARGET, type AutoPoints } from "../../configuration/fields.ts";
import { type ConfigOf, field, schema } from "../../configuration/schema.ts";

/** The points of "auto" on the SNR axis, and on the Eb/N0 axis. */
export const MIMO_AUTO_SNR: AutoPoints = { from: -4, to: 60, target: AUTO_TARGET };
export const MIMO_AUTO_EBN0: AutoPoints = { from: -12, to: 50, target: AUTO_TARGET };

/** Most outer iterations of the receiver. */
export const MOST_OUTER = 8;

/** The fields of an experiment, and the checks of each field alone. */
export const MIMO_SCHEMA = schema("mimo", 1, {
  antennas: field.whole("Antennas", "Transmit antennas M, with one stream each.", { default: 4, min: 1, max: 8 }),
  receiveAntennas: field.whole("Receive antennas", "Receive antennas N, at least M. 0: as many as transmit antennas.", {
    default: 0,
    min: 0,
    max: MOST_RECEIVE_ANTENNAS,
  }),
  qam: field.choice("QAM", "Points of the constellation, Gray mapped as in 3GPP TS 38.211.", ["4", "16", "64", "256"], {
    default: "16",
  }),
  channel: field.choice(
    "Channel",
    "A new Rayleigh matrix for every channel use, one for each frame, or none: H = I and white noise only.",
    ["rayleigh", "block-rayleigh", "white"],
    { default: "rayleigh" },
  ),
  correlation: field.number(
    "Correlation",
    "Correlation of neighbouring antennas on both sides. It falls exponentially with distance (Kronecker model).",
    { default: 0, min: 0, max: 0.99, step: 0.1 },
  ),
  powerControl: field.choice(
    "Power control",
    "On: each column of H is scaled, so that all streams arrive with the same power. Off: their power fades.",
    ["off", "on"],
    { default: "off" },
  ),
  snr: field.range("SNR", "Points of the curve: power of all streams over the noise power at a receive antenna.", {
    default: "10:2:20",
    change: "set",
    unit: "dB",
    min: -20,
    max: 60,
    auto: MIMO_AUTO_SNR,
  }),
  ebn0: field.range(
    "Eb/N0",
    "Points of the curve instead of SNR: transmitted energy per information bit over N0 at a receive antenna.",
    { default: "", unit: "dB", min: -40, max: 60, auto: MIMO_AUTO_EBN0, optional: true },
  ),
  detectors: field.list(
    "Detectors",
    "Detectors to compare on the same received vectors.",
    Object.keys(detectors) as DetectorName[],
    { default: ["mmse", "kbest", "mtt"] },
  ),
  candidates: field.whole("K", "Number of paths that K-best keeps at each antenna.", { default: 16, min: 1, max: 64 }),
  clip: field.number(
    "Clipping",
    "Largest magnitude of all LLRs of K-best and one-pass. A bit with one hypothesis only gets exactly this magnitude. Try 2 to 4 for short lists at low SNR.",
    { default: 8, min: 1, max: 100, step: 1 },
  ),
  orders: field.whole("Orders", "Antenna orders that multi-pass traversal tries, 1 to M. Larger numbers count as M.", {
    default: 1,
    min: 1,
    max: MOST_ANTENNAS,
  }),
  sorting: field.choice(
    "Sorting",
    "How MTT and K-best sort the antennas: not at all, by the norm of H's columns, or in V-BLAST order.",
    ["none", "norm", "v-blast"],
    { default: "none" },
  ),
  code: field.choice<string>(
    "Code",
    "A code by its name, for example wimax-2304-1/2 or lte-6144, or uncoded bits.",
    // The other rates are found by their names.
    ["none", ...CODES.ldpc.codes.map(({ name }) => name).filter((name) => name.endsWith("-1/2"))],
    {
      default: "wimax-2304-1/2",
      others: { text: "the name of another code, for example lte-6144", find: nameOfCode },
    },
  ),
  codewords: field.choice(
    "Codewords",
    "A codeword over all streams of a frame, or one for each stream, as from several users.",
    ["joint", "per-stream"],
    { default: "joint" },
  ),
  interleaver: field.choice(
    "Interleaver",
    "Order of a codeword's bits: random, or as in 5G NR, where the first bits are the most significant of their symbols.",
    ["random", "nr"],
    { default: "random" },
  ),
  decoder: field.choice(
    "Decoder",
    "Decoding rule: exact (sum-product for LDPC, log-MAP for Turbo codes) or approximate (min-sum, max-log-MAP).",
    ["sum-product", "min-sum", "log-map", "max-log"],
    { default: "sum-product" },
  ),
  schedule: field.choice(
    "Schedule",
    "Order of an LDPC decoder's updates: layer by layer, or all checks at once.",
    ["layered", "flooding"],
    { default: "layered" },
  ),
  factor: field.number("Factor", "Factor on the messages of the approximate rules, which are too large.", {
    default: 0.8,
    min: 0.1,
    max: 1,
    step: 0.05,
  }),
  iterations: field.whole(
    "Iterations",
    "Most iterations of the decoder; for Turbo codes at most 16. An LDPC decoder stops once all checks hold.",
    { default: 15, min: 1, max: 50 },
  ),
  crc: field.choice(
    "CRC",
    "CRC in the last 24 or 16 of the information bits of a codeword, as in LTE and 5G NR.",
    ["none", "24A", "24B", "16"],
    { default: "none" },
  ),
  outer: field.range(
    "Outer iterations",
    "Passes through detector and decoder whose errors are counted, for example 1,2,3. Detectors without priors have one.",
    { default: "1", min: 1, max: MOST_OUTER, integer: true },
  ),
  feedback: field.choice(
    "Feedback",
    "LLRs that the decoder gives the next detection: its posterior ones, or these minus its input.",
    ["posterior", "extrinsic"],
    { default: "posterior" },
  ),
  messages: field.choice(
    "Messages",
    "Whether the decoder keeps its messages from one outer iteration to the next, or starts again. An LDPC decoder keeps those from checks to bits, or those from bits to checks, which contain the LLRs of the earlier iteration.",
    ["kept", "kept-from-bits", "reset"],
    { default: "kept" },
  ),
  lastDecoding: field.choice(
    "Last decoding",
    "Rule of an LDPC decoder in the last outer iteration: the same as before, or sum-product after iterations with min-sum.",
    ["same", "exact"],
    { default: "same" },
  ),
  stop: field.choice(
    "Early stop",
    "End a frame's outer iterations once all checks of its LDPC codewords hold, or their CRCs. It keeps its bits from then on.",
    ["none", "checks", "crc"],
    { default: "none" },
  ),
  frames: field.units(
    "Frames",
    "Maximum number of frames per point; without a code, a codeword is a block of 2304 bits.",
    { default: 500 },
  ),
  stopErrors: field.stopErrors(
    "Frame errors",
    "Stop a point after this many frame errors in every detector. 0: run all frames.",
  ),
  seed: field.seed("bits, channels and noise"),
});

/** The configuration of a comparison of MIMO detectors. The same object gives the same counts on every device. */
export type MimoExperiment = ConfigOf<typeof MIMO_SCHEMA>;

/** Returns a code's own name; undefined if there is no such code. */
function nameOfCode(name: string): string | undefined {
  try {
    return codeOf(name).code.name;
  } catch {
    return undefined;
  }
}
