import type { ChoiceQuestion, NumberQuestion, OrderQuestion, Question, SketchQuestion, Tolerance } from "./lecture.ts";
import type { Evaluate, OutputValue } from "./outputs.ts";
import type { AnswerVerdict, GivenAnswer } from "./result.ts";

/** What is true of an answer. */
export interface Judged {
  verdict: AnswerVerdict;
  /** A right answer in the form of an answer; undefined for a text. */
  right?: GivenAnswer;
  /** The reason of the chosen statement. */
  reason?: string;
}

/** The part of a sketch's points that must be right, by default. */
const USUAL_SHARE = 0.8;
/** Rounding of decimal tolerances: 0.3 is within 0.1 of 0.2. */
const ROUNDING = 1e-9;

/**
 * Judges an answer by what the lab computes from the scenario.
 *
 * @param scenario The student's scenario of the step: see `studentVariant`.
 * @throws RangeError for an answer of another form than the question asks, and for a question that no output decides.
 */
export async function judgeAnswer(
  question: Question,
  scenario: string,
  answer: GivenAnswer,
  evaluate: Evaluate,
): Promise<Judged> {
  checkForm(question, answer);
  switch (question.kind) {
    case "number":
      return judgeNumber(question, await evaluate(scenario, question.output), answer as number);
    case "choice":
      return judgeChoice(question, scenario, answer as number, evaluate);
    case "order":
      return judgeOrder(question, scenario, answer as readonly number[], evaluate);
    case "sketch":
      return judgeSketch(question, await evaluate(scenario, question.output), answer as readonly number[]);
    case "text":
      return { verdict: "given" };
  }
}

/**
 * Returns a right answer in the form of an answer; undefined for a text.
 *
 * @throws RangeError for a question that no output decides.
 */
export async function rightAnswer(
  question: Question,
  scenario: string,
  evaluate: Evaluate,
): Promise<GivenAnswer | undefined> {
  return (await judgeAnswer(question, scenario, blankOf(question), evaluate)).right;
}

/** Returns an answer of the right form. */
function blankOf(question: Question): GivenAnswer {
  if (question.kind === "text") return "";
  if (question.kind === "order") return question.items.map((_, i) => i);
  return question.kind === "sketch" ? question.at.map(() => 0) : 0;
}

const verdictOf = (isRight: boolean): AnswerVerdict => (isRight ? "right" : "wrong");

/** @throws RangeError for an answer of another form than the question asks. */
function checkForm(question: Question, answer: GivenAnswer): void {
  const { kind } = question;
  const [is, expected] =
    kind === "text"
      ? [typeof answer === "string", "a text"]
      : kind === "number"
        ? [Number.isFinite(answer), "a number"]
        : kind === "choice"
          ? [Object.hasOwn(question.choices, answer as number) && Number.isInteger(answer), "the index of a choice"]
          : kind === "order"
            ? [isPermutation(answer, question.items.length), `the ${question.items.length} items in an order`]
            : [
                Array.isArray(answer) && answer.length === question.at.length && answer.every(Number.isFinite),
                `${question.at.length} numbers`,
              ];
  if (!is)
    throw new RangeError(
      `an answer to a question of kind "${kind}" must be ${expected}, got ${JSON.stringify(answer)}`,
    );
}

const isPermutation = (answer: GivenAnswer, length: number) =>
  Array.isArray(answer) && answer.length === length && answer.toSorted((a, b) => a - b).every((at, i) => at === i);

/** Returns how far an answer may be from a value. */
const marginOf = (tolerance: Tolerance, value: number) =>
  ("absolute" in tolerance ? tolerance.absolute : tolerance.relative * Math.abs(value)) + ROUNDING * Math.abs(value);

/**
 * Returns the value of a number or a rate, and the least and the greatest right answer. The interval of a rate is right,
 * too: what the packets cannot tell apart, no student can.
 */
function rangeOf(output: string, value: OutputValue, tolerance: Tolerance) {
  if (value.kind !== "number" && value.kind !== "rate") {
    throw new RangeError(`the output ${output} is a ${value.kind}, and the question needs a number`);
  }
  if (!Number.isFinite(value.value)) throw new RangeError(`the output ${output} has no value in this scenario`);
  const margin = marginOf(tolerance, value.value);
  const [least, most] = [value.value - margin, value.value + margin];
  return value.kind === "number"
    ? { value: value.value, least, most }
    : { value: value.value, least: Math.min(least, value.low), most: Math.max(most, value.high) };
}

function judgeNumber({ output, tolerance }: NumberQuestion, computed: OutputValue, answer: number): Judged {
  const { value, least, most } = rangeOf(output, computed, tolerance);
  return { verdict: verdictOf(answer >= least && answer <= most), right: value };
}

async function judgeChoice(
  { choices, output }: ChoiceQuestion,
  scenario: string,
  answer: number,
  evaluate: Evaluate,
): Promise<Judged> {
  const right =
    output === undefined
      ? choices.findIndex((one) => one.right)
      : choiceOf(choices, output, await evaluate(scenario, output));
  return { verdict: verdictOf(answer === right), right, reason: choices[answer].reason };
}

/** Returns the index of the one choice that the output decides for. */
function choiceOf(choices: ChoiceQuestion["choices"], output: string, computed: OutputValue): number {
  if (computed.kind === "curve") throw new RangeError(`the output ${output} is a curve, which no choice can be`);
  const { value } = computed;
  const fits = choices.map(({ is, between }) => {
    if (typeof value === "string") return is === value;
    const [from, to] = between ?? [Infinity, Infinity];
    return value >= (from ?? -Infinity) && value < (to ?? Infinity);
  });
  const count = fits.filter(Boolean).length;
  if (count !== 1) {
    throw new RangeError(
      `${count} choices fit the output ${output}, which is ${value}; expected one. Change "is" or "between"`,
    );
  }
  return fits.indexOf(true);
}

async function judgeOrder(
  { items, by = "ascending" }: OrderQuestion,
  scenario: string,
  answer: readonly number[],
  evaluate: Evaluate,
): Promise<Judged> {
  const values: number[] = [];
  for (const [i, { output }] of items.entries()) {
    if (output === undefined) values.push(i);
    else values.push(rangeOf(output, await evaluate(scenario, output), { absolute: 0 }).value);
  }
  const sign = by === "descending" && items[0].output !== undefined ? -1 : 1;
  const right = values.map((_, i) => i).toSorted((a, b) => sign * (values[a] - values[b]));
  // Items of equal values may have any order.
  const isSorted = answer.every((at, i) => i === 0 || sign * (values[at] - values[answer[i - 1]]) >= 0);
  return { verdict: verdictOf(isSorted), right };
}

function judgeSketch(question: SketchQuestion, computed: OutputValue, answer: readonly number[]): Judged {
  const { output, at, tolerance, share = USUAL_SHARE } = question;
  if (computed.kind !== "curve")
    throw new RangeError(`the output ${output} is a ${computed.kind}, and a sketch needs a curve`);
  const right = at.map((x) => ordinate(output, computed, x));
  const hits = answer.filter((y, i) => Math.abs(y - right[i]) <= marginOf(tolerance, right[i])).length;
  return { verdict: verdictOf(hits >= share * at.length - ROUNDING), right };
}

/** Returns a curve's value by linear interpolation. */
export function ordinate(output: string, { x, y }: { x: readonly number[]; y: readonly number[] }, at: number): number {
  const after = x.findIndex((one) => one >= at);
  if (after < 0 || (after === 0 && x[0] > at)) {
    throw new RangeError(`the output ${output} goes from ${x[0]} to ${x.at(-1)}, and the sketch asks for ${at}`);
  }
  if (x[after] === at) return y[after];
  const part = (at - x[after - 1]) / (x[after] - x[after - 1]);
  return y[after - 1] + part * (y[after] - y[after - 1]);
}
