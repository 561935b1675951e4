import { abs, type Complex, complex, div } from "../../../filter-design/complex.ts";
import { isPair, type Listed } from "../../../blocks/list-field.ts";
import type { ConstellationName } from "../../../blocks/bits-and-codes/constellations.ts";
import { constellationOf, constellationText } from "../constellations.ts";
import {
  type BlockValues,
  chained,
  excerpt,
  type Expansion,
  type GrcValues,
  listText,
  type MappedBlock,
  type Mapping,
  part,
  Unmapped,
} from "../mapping.ts";
import type { GrcObject } from "../objects.ts";
import type { Python } from "../python.ts";

/** Parameters of both equalizers. */
const COMMON = ["sps", "alg", "adapt_after_training", "training_sequence", "training_start_tag"];

/** What an equalizer learns from. */
type Learning = Readonly<Record<"rule" | "startTap" | "step" | "modulus" | "errorLimit" | "constellation", unknown>>;

const RULES = { lms: "LMS", nlms: "NLMS", cma: "CMA" } as const;

const isNear = (a: Complex, b: number) => Math.abs(a.re - b) < 1e-9 && Math.abs(a.im) < 1e-9;

/** Returns the algorithm of an equalizer. Its constellation is the one here times the factor. */
function learningOf({ python, object, text }: GrcValues): { learning: Learning; factor: Complex } {
  const algorithm = object(text("alg"));
  if (algorithm?.id !== "variable_adaptive_algorithm") {
    throw new Unmapped(`alg is ${excerpt(text("alg")) || "empty"}; Threeray reads the name of an Adaptive Algorithm`);
  }
  const type = python.choice(algorithm.text("type"));
  if (!Object.hasOwn(RULES, type))
    throw new Unmapped(`its algorithm is ${excerpt(type)}; Threeray reads lms, nlms and cma`);
  const rule = RULES[type as keyof typeof RULES];
  const constellation = object(algorithm.text("cons"));
  const step = algorithm.text("step_size");
  if (rule === "CMA") return { learning: blind(python, algorithm.text("modulus"), step), factor: complex(1) };
  return directed(python, { rule, startTap: -1, constellation, step });
}

/** Returns CMA with GNU Radio's limit of the error. */
function blind(python: Python, modulus: string, step: string): Learning {
  const value = python.field(modulus);
  if (value === 0) throw new Unmapped("its modulus is 0, so its output goes to 0");
  const fixed = { rule: "CMA", startTap: 0, errorLimit: 1, constellation: "QPSK" } as const;
  return { ...fixed, step: python.field(step), modulus: value };
}

/** Returns an algorithm that follows decisions, for samples and symbols that are divided by the factor. */
function directed(
  python: Python,
  { rule, startTap, constellation, step }: { rule: string; startTap: number; constellation?: GrcObject; step: string },
): { learning: Learning; factor: Complex } {
  const { name, factor } = constellationOf(constellation, python);
  const energy = abs(factor) ** 2;
  // Divided samples and symbols make the correction of LMS smaller by their energy.
  const isScaled = rule === "LMS" && Math.abs(energy - 1) > 1e-9;
  const scaled = python.field(isScaled ? `${energy} * (${step})` : step);
  const known = python.follows(step) ? undefined : python.number(String(scaled));
  const learning = { rule, startTap, step: known ?? scaled, modulus: 0, errorLimit: 0, constellation: name };
  return { learning, factor };
}

/** Returns the known symbols of an equalizer, divided by the factor of its constellation. */
function trainingOf(grc: GrcValues, factor: Complex): readonly Listed[] | string {
  const { python, text, note } = grc;
  const given = text("training_sequence");
  try {
    const found = python.list(given);
    if (isNear(factor, 1)) return found;
    if (python.follows(given)) note("has a training of numbers, which follow no variable");
    return python.items(given).map((item) => {
      const { re, im } = div(isPair(item) ? complex(...item) : complex(item), factor);
      return im === 0 ? re : ([re, im] as const);
    });
  } catch (error) {
    if (!(error instanceof RangeError) || python.isSpent) throw error;
    note(`has no training, since training_sequence cannot be read: ${error.message}`);
    return [];
  }
}

/** Returns how an equalizer uses its training. GNU Radio begins at a tag; a text without one switches its training off. */
function trained(grc: GrcValues, { rule }: Learning, factor: Complex, hasFeedback: boolean) {
  const { python, text, note } = grc;
  const tag = python.text(text("training_start_tag"));
  // Python's False is 0, also as a variable.
  const adapts = python.number(text("adapt_after_training")) !== 0;
  const training = trainingOf(grc, factor);
  const isEmpty = training.length === 0;
  if (isEmpty && !adapts) throw new Unmapped("it has no training and does not adapt, so its taps stay at their start");
  if (isEmpty || tag === "") {
    if (!isEmpty) note("has no training_start_tag, so GNU Radio never uses its training_sequence, and it is left out");
    if (rule !== "CMA") {
      note(
        "starts with all taps at 0, so its first decision is a tie: GNU Radio's output may be turned by a symmetry of the constellation",
      );
    }
    return { training: [], afterTraining: "adapt" };
  }
  if (rule === "CMA") {
    note(
      `adapts from its first symbol on; GNU Radio waits for the tag “${tag}”${adapts ? "" : ", and stops after its training"}`,
    );
    return { training: [], afterTraining: "adapt" };
  }
  note(
    `trains from its first symbol on; GNU Radio waits for the tag “${tag}”. Set its training start to the symbol with the tag`,
  );
  if (hasFeedback && !adapts) note("feeds its decisions back after the training; GNU Radio feeds zeros back");
  return { training, afterTraining: adapts ? "adapt" : "hold" };
}

/** Returns an equalizer of GNU Radio 3.10. */
function equalizer(grc: GrcValues, forward: string, feedback?: string): Expansion {
  const { python, text, note } = grc;
  const { learning, factor } = learningOf(grc);
  const hasFeedback = feedback !== undefined && learning.rule !== "CMA";
  if (feedback !== undefined && !hasFeedback) {
    note("has no feedback here: with CMA, GNU Radio's block feeds zeros back");
    grc.leaveOut(feedback);
  }
  const parameters = {
    ...learning,
    ...trained(grc, learning, factor, hasFeedback),
    samplesPerSymbol: python.field(text("sps")),
    newest: feedback === undefined ? "first" : "last",
    forwardTaps: python.field(text(forward)),
    ...(hasFeedback ? { feedbackTaps: python.field(text(feedback)) } : {}),
  };
  return betweenGains(
    grc,
    part(hasFeedback ? "decision-feedback-equalizer" : "adaptive-equalizer", parameters),
    factor,
  );
}

/** Returns an equalizer of unit mean energy, between gains unless GNU Radio's constellation is the one here. */
function betweenGains({ note }: GrcValues, equalized: MappedBlock, factor: Complex): Expansion {
  if (isNear(factor, 1)) return oneOutput(chained({ "": equalized }));
  const gain = ({ re, im }: Complex) => part("multiply-constant", { type: "complex", constant: re, imaginary: im });
  note("has a constellation without unit mean energy, so a gain before it and one after it scale the signal");
  return oneOutput(chained({ divided: gain(div(complex(1), factor)), "": equalized, multiplied: gain(factor) }));
}

/** An equalizer of GNU Radio 3.8 and 3.9, which begins with one tap. */
const older = (
  id: string,
  names: readonly string[],
  learn: (grc: GrcValues) => ReturnType<typeof learningOf>,
): Mapping => ({
  id,
  covers: ["num_taps", "mu", "sps", ...names],
  read(grc) {
    const { python, text } = grc;
    const { learning, factor } = learn(grc);
    const taps = { forwardTaps: python.field(text("num_taps")), samplesPerSymbol: python.field(text("sps")) };
    const equalized = part("adaptive-equalizer", { ...learning, ...taps, newest: "first", training: [] });
    return betweenGains(grc, equalized, factor);
  },
});

/** GNU Radio's blocks also have outputs for their taps and their state. */
const oneOutput = (expansion: Expansion): Expansion => ({
  ...expansion,
  outputs: [...expansion.outputs, undefined, undefined],
});

/** The tag at which GNU Radio begins the training of an exported equalizer. */
const TAG = "training_start";

/** Returns the parameters that both equalizers of GNU Radio have. */
function written({ parameters, values, python, note }: BlockValues, newest: string): Readonly<Record<string, string>> {
  const { rule, startTap, errorLimit, training, afterTraining } = values;
  const type = Object.entries(RULES).find(([, name]) => name === rule)?.[0];
  if (type === undefined) throw new Unmapped(`GNU Radio has no algorithm ${String(rule)}`);
  const isBlind = rule === "CMA";
  const start = isBlind ? 0 : -1;
  if (startTap !== start) throw new Unmapped(`GNU Radio's ${String(rule)} has the start tap ${start}`);
  if (isBlind && errorLimit !== 1) throw new Unmapped("GNU Radio's CMA has the error limit 1");
  if (isBlind && values.modulus === 0) throw new Unmapped("GNU Radio's CMA needs a modulus");
  if (values.newest !== newest && values.samplesPerSymbol !== 1) {
    throw new Unmapped(`GNU Radio's block takes the ${newest} sample of a symbol as the newest`);
  }
  const more = isBlind ? `, ${python(parameters.modulus)}` : "";
  const constellation = constellationText(values.constellation as ConstellationName);
  const isTrained = !isBlind && !(Array.isArray(training) && training.length === 0);
  if (isTrained) {
    note(
      `waits in GNU Radio for the tag “${TAG}”, which a block before it must set at symbol ${String(values.trainingStart)}`,
    );
  }
  return {
    sps: python(parameters.samplesPerSymbol),
    alg: `digital.adaptive_algorithm_${type}(${constellation}, ${python(parameters.step)}${more}).base()`,
    adapt_after_training: afterTraining === "adapt" ? "True" : "False",
    training_sequence: isTrained ? listText(parameters.training, python) : "[]",
    training_start_tag: isTrained ? JSON.stringify(TAG) : '""',
  };
}

/** Fields of both equalizers. The fields of RLS have no effect on what GNU Radio has. */
const FIELDS = [
  "rule",
  "constellation",
  "samplesPerSymbol",
  "newest",
  "forwardTaps",
  "startTap",
  "step",
  "forgetting",
  "initial",
  "modulus",
  "errorLimit",
  "training",
  "trainingStart",
  "afterTraining",
];

const PORTS = { outputs: ["out", undefined, undefined] };

export const EQUALIZER_MAPPINGS: readonly Mapping[] = [
  older("digital_lms_dd_equalizer_cc", ["cnst"], ({ python, object, text }) =>
    directed(python, { rule: "LMS", startTap: 0, constellation: object(text("cnst")), step: text("mu") }),
  ),
  older("digital_cma_equalizer_cc", ["modulus"], ({ python, text }) => ({
    learning: blind(python, text("modulus"), text("mu")),
    factor: complex(1),
  })),
  {
    id: "digital_linear_equalizer",
    covers: [...COMMON, "num_taps"],
    read: (grc) => equalizer(grc, "num_taps"),
    export: {
      type: "adaptive-equalizer",
      fields: FIELDS,
      ports: PORTS,
      write: (block) => ({ ...written(block, "first"), num_taps: block.python(block.parameters.forwardTaps) }),
    },
  },
  {
    id: "digital_decision_feedback_equalizer",
    covers: [...COMMON, "num_taps_fwd", "num_taps_rev"],
    read: (grc) => equalizer(grc, "num_taps_fwd", "num_taps_rev"),
    export: {
      type: "decision-feedback-equalizer",
      fields: [...FIELDS, "feedbackTaps"],
      ports: PORTS,
      write: (block) => {
        const { parameters, values, python, note } = block;
        if (values.rule === "CMA") throw new Unmapped("GNU Radio's block feeds no decisions back with CMA");
        const texts = written(block, "last");
        if (values.afterTraining === "hold") note("feeds zeros back after the training in GNU Radio");
        return {
          ...texts,
          num_taps_fwd: python(parameters.forwardTaps),
          num_taps_rev: python(parameters.feedbackTaps),
        };
      },
    },
  },
];
