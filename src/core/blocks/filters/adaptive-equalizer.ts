import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { constellationField } from "../bits-and-codes/constellations.ts";
import { inAndOut } from "../definition.ts";
import { listField } from "../list-field.ts";

export const EQUALIZER_RULES = ["LMS", "NLMS", "RLS", "CMA", "MMA"] as const;

/** Most taps of RLS: each invocation holds a row of P. */
const MOST_RLS_TAPS = 44;

const equalizerFields = {
  rule: field.choice(
    "Algorithm",
    "LMS and NLMS follow the gradient of the error; NLMS divides its step by 10⁻⁶ plus the energy of its input samples. RLS minimizes the weighted error of all past symbols. CMA and MMA are blind: they know the modulus only.",
    EQUALIZER_RULES,
    { default: "LMS" },
  ),
  constellation: constellationField("QPSK"),
  samplesPerSymbol: field.whole("Samples per symbol", "Samples at the input for each symbol at the output.", {
    default: 1,
    min: 1,
    max: 16,
  }),
  newest: field.choice(
    "Newest sample",
    "The sample of each symbol that the first tap takes. It matters with several samples per symbol.",
    ["first", "last"],
    { default: "first" },
  ),
  forwardTaps: field.whole("Forward taps", "Taps on samples: 1 to 128, of RLS at most 44 in all.", {
    default: 11,
    min: 1,
    max: 128,
  }),
  startTap: field.whole(
    "Start tap",
    "The forward tap that starts as 1, counted from 0 at the newest sample. The others start as 0. −1: all start as 0.",
    { default: 0, min: -1, max: 127 },
  ),
  step: field.number("Step", "Step size μ of LMS, NLMS, CMA and MMA.", {
    default: 0.01,
    change: "set",
    min: 1e-9,
    max: 10,
    step: 0.001,
  }),
  forgetting: field.number("Forgetting factor", "λ of RLS: the weight of an error falls by it with each symbol.", {
    default: 0.99,
    change: "set",
    min: 0.1,
    max: 1,
    step: 0.001,
  }),
  initial: field.number("Initial P", "RLS begins with P equal to this times the identity.", {
    default: 10,
    min: 1e-6,
    max: 1e6,
    step: 1,
  }),
  modulus: field.number(
    "Modulus",
    "The number R that CMA wants |z|² to be, or MMA the squares of both parts. 0: the best one for the constellation.",
    { default: 0, min: 0, max: 1e6, step: 0.1 },
  ),
  errorLimit: field.number(
    "Error limit",
    "CMA and MMA limit the real and the imaginary part of the error to this size. 0: no limit.",
    { default: 0, min: 0, max: 1e6, step: 0.1 },
  ),
  training: listField(
    "Training",
    "Known symbols as JSON, numbers and pairs [re, im]. [] gives none: the decisions are wanted from the first symbol. CMA and MMA adapt without them.",
    [],
    0,
  ),
  trainingStart: field.whole(
    "Training start",
    "The output symbol, counted from 0, that the first training symbol belongs to. With a training, taps wait for it.",
    { default: 0, min: 0, max: 1e6 },
  ),
  afterTraining: field.choice("After training", "Taps follow the decisions, or stay.", ["adapt", "hold"], {
    default: "adapt",
  }),
};

const feedbackField = {
  feedbackTaps: field.whole("Feedback taps", "Taps on past decisions: 1 to 128.", { default: 3, min: 1, max: 128 }),
};

export type AdaptiveEqualizer = ValuesOf<typeof equalizerFields>;
export type DecisionFeedbackEqualizer = AdaptiveEqualizer & ValuesOf<typeof feedbackField>;

export const isBlind = ({ rule }: Pick<AdaptiveEqualizer, "rule">): boolean => rule === "CMA" || rule === "MMA";

/** @throws RangeError for parameters that do not fit each other. */
export function checkEqualizer(parameters: AdaptiveEqualizer, feedbackTaps: number): void {
  const { rule, forwardTaps, startTap, training, afterTraining } = parameters;
  const total = forwardTaps + feedbackTaps;
  if (rule === "RLS" && total > MOST_RLS_TAPS) {
    throw new RangeError(`RLS has at most ${MOST_RLS_TAPS} taps in all, got ${total}. Choose fewer taps, or LMS.`);
  }
  if (startTap >= forwardTaps) {
    throw new RangeError(
      `The start tap must be one of the ${forwardTaps} forward taps, 0 to ${forwardTaps - 1}, or −1 for none, got ${startTap}.`,
    );
  }
  if (startTap < 0 && isBlind(parameters)) {
    throw new RangeError(`${rule} needs a start tap of 0 or more: with all taps at 0 its output stays 0.`);
  }
  if (!isBlind(parameters) && afterTraining === "hold" && training.length === 0) {
    throw new RangeError(
      "Without a training, “hold” would keep the taps from the first symbol on. Give a training, or choose “adapt”.",
    );
  }
}

const HELP =
  "Symbols follow each other on the GPU as on a CPU, so the block is slow: feed it one signal, not wide bands. The constellation has " +
  "unit mean energy: put an automatic gain control before it. CMA and MMA leave the phase open. " +
  "Where |z|² exceeds 10⁶ the algorithm diverges, and the taps start again. ";

export const adaptiveEqualizer = defineBlock({
  title: "Adaptive equalizer",
  category: "filters",
  summary:
    "Removes the intersymbol interference of a channel that it learns from a training, from decisions or blindly.",
  formula:
    "z[k] = Σ_i w*_i·x[s·k − i]; LMS: w_i += μ·x[s·k − i]·(d[k] − z[k])*, d the training and then the nearest point",
  help:
    `${HELP}GNU Radio writes the conjugated taps, Σ_i w_i·x[s·k − i], and gives the same output: its LMS and NLMS have the start tap −1, ` +
    "its CMA the start tap 0 and the error limit 1. " +
    "A later training start lets the taps also use samples after a symbol.",
  keywords: [
    "digital_linear_equalizer",
    "digital_lms_dd_equalizer_cc",
    "digital_cma_equalizer_cc",
    "LMS",
    "RLS",
    "CMA",
  ],
  fields: equalizerFields,
  ports: () => inAndOut("complex"),
  plan: async () => (await import("./adaptive-equalizer.plan.ts")).createAdaptiveEqualizer,
});

export const decisionFeedbackEqualizer = defineBlock({
  title: "Decision feedback equalizer",
  category: "filters",
  summary: "Removes intersymbol interference with taps on samples and on past decisions, which bring no noise.",
  formula: "z[k] = Σ_i w*_i·x[s·k − i] + Σ_j b*_j·d[k − j], j ≥ 1; d the training and then the nearest point",
  help:
    `${HELP}A wrong decision disturbs the symbols after it, so errors come in bursts. ` +
    "While taps wait for the training, zeros are fed back.",
  keywords: ["digital_decision_feedback_equalizer", "DFE", "LMS", "RLS"],
  fields: { ...equalizerFields, ...feedbackField },
  ports: () => inAndOut("complex"),
  plan: async () => (await import("./adaptive-equalizer.plan.ts")).createDecisionFeedbackEqualizer,
});
