import { AUTO_TARGET, type AutoPoints } from "../../configuration/fields.ts";
import { type ConfigOf, field, schema } from "../../configuration/schema.ts";
import { NAMED_RESPONSES } from "../channel/responses.ts";
import { EQUALIZER_NAMES } from "../equalizers.ts";
import { MODULATIONS, type ModulationName } from "../modulations.ts";

/** The points of "auto". */
export const ADAPTIVE_AUTO: AutoPoints = { from: 0, to: 40, target: AUTO_TARGET };

const DB = { unit: "dB", min: -20, max: 60, auto: ADAPTIVE_AUTO } as const;

const wholeOr = (text: string) => ({
  text,
  find: (value: string) => (/^\d{1,3}$/.test(value) ? String(Number(value)) : undefined),
});

/** Channels with a number after a colon. */
const PARAMETRIC = /^(haykin|exponential|measured):(\d+(?:\.\d+)?)$/;

/** The fields of an experiment, and the checks of each field alone. */
export const ADAPTIVE_SCHEMA = schema("adaptive", 1, {
  modulation: field.choice(
    "Modulation",
    "Constellation of the symbols. Denser ones carry more bits and need more SNR.",
    Object.keys(MODULATIONS) as ModulationName[],
    { default: "qpsk" },
  ),
  frontEnd: field.choice(
    "Front end",
    "Discrete: the channel has one tap per symbol period. Pulse: rays between root-raised-cosine filters.",
    ["discrete", "pulse"],
    { default: "discrete" },
  ),
  channel: field.choice<string>(
    "Channel",
    "Taps at symbol spacing. Proakis A, B and C are the textbook's; the random one decays exponentially; a pulse front end has rays.",
    [...NAMED_RESPONSES, "haykin:2.9", "exponential:2", "taps", "rays", "measured:0"],
    {
      default: "proakis-b",
      others: {
        text: "haykin:W, exponential:D or measured:N",
        find: (value) => (PARAMETRIC.test(value) ? value : undefined),
      },
    },
  ),
  response: field.text("Response", "Taps of the channel “taps”, separated by semicolons: 0.8;0.4j;-0.3.", {
    default: "1;0.6",
    most: 2000,
  }),
  turns: field.text(
    "Turns",
    "Rotation of each tap in cycles per symbol, separated by semicolons: 0;0.001. Empty: the channel is at rest.",
    { default: "", most: 2000 },
  ),
  normalize: field.choice("Normalize", "On: the taps are scaled to an energy of 1.", ["on", "off"], { default: "on" }),
  rays: field.rows(
    "Rays",
    "Rays of the pulse front end: gain, phase and delay of each.",
    {
      gainDb: { unit: "dB", min: -60, max: 20 },
      phaseDeg: { unit: "°", min: -360, max: 360 },
      delay: { unit: "T", min: 0, max: 64 },
    },
    {
      default: [
        { gainDb: 0, phaseDeg: 0, delay: 0 },
        { gainDb: -1.94, phaseDeg: 143.2, delay: 1.3 },
      ],
      row: "ray",
      max: 16,
    },
  ),
  rolloff: field.number("Roll-off", "β of the root-raised-cosine pulses. A larger β needs more bandwidth.", {
    default: 0.25,
    min: 1e-4,
    max: 1,
    step: 0.05,
  }),
  samplingPhase: field.number("Sampling phase", "τ: the time by which the sampling clock is late.", {
    default: 0,
    min: 0,
    max: 1,
    step: 0.05,
    unit: "T",
  }),
  samplesPerSymbol: field.choice(
    "Samples per symbol",
    "Of the pulse front end. Two make the equalizer independent of the sampling phase.",
    ["1", "2"],
    { default: "1" },
  ),
  ebn0: field.range("Eb/N0", "Points of the curve: energy per information bit over the noise density.", {
    default: "0:2:16",
    change: "set",
    ...DB,
  }),
  esn0: field.range("Es/N0", "Points of the curve instead of Eb/N0: energy per symbol over the noise density.", {
    default: "",
    change: "set",
    ...DB,
    optional: true,
  }),
  snr: field.range(
    "SNR γ",
    "Points of the curve instead of Eb/N0: symbol energy over the noise variance of a sample.",
    {
      default: "",
      change: "set",
      ...DB,
      optional: true,
    },
  ),
  equalizers: field.list("Equalizers", "Equalizers to compare on the same received samples.", EQUALIZER_NAMES, {
    default: ["mmse", "dfe", "lms"],
  }),
  forwardTaps: field.whole("Forward taps", "N: taps on received samples. RLS takes up to 44 taps in all.", {
    default: 31,
    min: 1,
    max: 256,
  }),
  feedbackTaps: field.choice<string>(
    "Feedback taps",
    "Nb: taps on past decisions. L: as many as the channel has memory.",
    ["L"],
    { default: "L", others: wholeOr("a whole number of taps") },
  ),
  delay: field.choice<string>(
    "Delay",
    "δ: samples after a symbol's first that its decision uses. Auto: the delay of least mean squared error.",
    ["auto"],
    { default: "auto", others: wholeOr("a whole number of samples") },
  ),
  step: field.number(
    "Step size",
    "μ of LMS, NLMS, CMA and MMA. A larger step learns faster and ends with more noise.",
    {
      default: 0.01,
      min: 1e-9,
      max: 1e6,
      step: 0.005,
    },
  ),
  forgetting: field.number("Forgetting", "λ of RLS: it remembers about 1/(1 − λ) symbols. 1 forgets nothing.", {
    default: 0.99,
    min: 1e-6,
    max: 1,
    step: 0.005,
  }),
  rlsStart: field.number("RLS start", "p0: RLS starts with P = p0·I. A large one trusts the first symbols.", {
    default: 10,
    min: 1e-3,
    max: 1e6,
    step: 1,
  }),
  rlsUpdate: field.choice(
    "RLS update",
    "Hermitian: P is kept Hermitian. One-sided: it is not, and float32 diverges after some hundred symbols.",
    ["hermitian", "one-sided"],
    { default: "hermitian" },
  ),
  start: field.choice<string>("Start tap", "The tap of CMA and MMA that starts as 1. Middle: tap ⌊N/2⌋.", ["middle"], {
    default: "middle",
    others: wholeOr("a tap's number from 0"),
  }),
  switch: field.whole("Switch", "Symbol at which blind equalizers go over to decisions. 0: never.", {
    default: 0,
    min: 0,
    max: 1_000_000,
    step: 100,
  }),
  training: field.whole("Training", "T: symbols at the packet's start that the receiver knows.", {
    default: 500,
    min: 0,
    max: 100_000,
    step: 100,
  }),
  symbols: field.whole("Symbols", "K: symbols per packet. With a code they follow from its bits.", {
    default: 2000,
    min: 1,
    max: 100_000,
    step: 500,
  }),
  afterTraining: field.choice(
    "After training",
    "Adapt: the taps follow the equalizer's own decisions. Hold: they stay as they are.",
    ["adapt", "hold"],
    { default: "adapt" },
  ),
  keep: field.whole("Keep", "Paths that the M-algorithm keeps per symbol.", { default: 16, min: 1, max: 256 }),
  traceback: field.whole("Traceback", "Symbols after which MLSE decides. 0: at the packet's end.", {
    default: 0,
    min: 0,
    max: 1024,
  }),
  block: field.choice("Block", "Symbols per block of FDE and OFDM.", ["16", "32", "64", "128", "256", "512", "1024"], {
    default: "64",
  }),
  prefix: field.whole("Prefix", "Cyclic prefix of a block, at least the channel's memory. Es/N0 does not count it.", {
    default: 16,
    min: 0,
    max: 512,
    unit: "symbols",
  }),
  drop: field.whole(
    "Drop",
    "D: symbols that the overlapping FDE drops on each side of a block. High SNRs and nulls of the channel need more, and longer blocks.",
    {
      default: 16,
      min: 0,
      max: 511,
      unit: "symbols",
    },
  ),
  code: field.choice<string>(
    "Code",
    "A code by its name. A packet holds the training, then its coded bits in a random order. Wrong information bits are counted.",
    ["none", "convolutional:5,7", "convolutional:133,171"],
    {
      default: "none",
      others: {
        text: "the name of another code, for example wimax-1152-1/2",
        find: (name) => (/^\S{1,60}$/.test(name) ? name : undefined),
      },
    },
  ),
  information: field.whole(
    "Information",
    "Information bits per packet with a code. 0: 1022 with a convolutional code, else one codeword.",
    { default: 0, min: 0, max: 100_000, step: 100, unit: "bits" },
  ),
  outer: field.range(
    "Outer iterations",
    "Exchanges of LLRs between MAP and the decoder after which errors count. 4: after each of 1 to 4; 1,2,4: after these. Other equalizers have one.",
    { default: "1", min: 1, max: 16, integer: true },
  ),
  learning: field.whole(
    "Learning",
    "Symbols per bin of the learning curves, the squared errors over the packet. 0: no curves.",
    { default: 0, min: 0, max: 100_000, step: 10, unit: "symbols" },
  ),
  packets: field.units("Packets", "Most packets per point.", { default: 256 }),
  stopErrors: field.stopErrors(
    "Stop at errors",
    "Stop a point after this many packets with errors in every equalizer. 0: count all packets.",
  ),
  seed: field.seed("symbols, channels and noise"),
});

/** All settings of the lab. */
export type AdaptiveExperiment = ConfigOf<typeof ADAPTIVE_SCHEMA>;
