import { shown } from "../configuration/fields.ts";
import {
  type Bounds,
  CHAPTERS,
  type ChapterName,
  type Check,
  type Choice,
  type Lecture,
  LECTURE_VERSION,
  type LectureTask,
  type Question,
  type SketchAxis,
  type Step,
  type Tolerance,
} from "./lecture.ts";
import { readInline, readMarkdown } from "./markdown.ts";
import { type Answered, type GivenAnswer, type Result, RESULT_VERSION, type TaskSubmission } from "./result.ts";
import {
  complain,
  finite,
  holding,
  listing,
  mapping,
  matching,
  oneOf,
  optional,
  parseFile,
  type FileProblem,
  FileProblemsError,
  type Reader,
  refuse,
  boundedText,
} from "./strict.ts";
import { MOST_VALUES, parametersOf, valuesIn } from "./variant.ts";

/** Bounds of a lecture's file. A file beyond them is refused, not cut. */
export const MOST = {
  /** Characters of the whole file. */
  file: 2_000_000,
  steps: 60,
  tasks: 20,
  /** Questions of a step. */
  questions: 12,
  /** Choices of a question, items to sort, and points of a sketch. */
  choices: 12,
  /** Checks of a task, and varied fields of a step. */
  checks: 12,
  /** Fields that a submission may change. */
  free: 60,
  /** Characters of a step's text, of its explanation, and of a task's prompt. */
  text: 10_000,
  /** Characters of a prompt, a choice and a reason. */
  prompt: 2000,
  title: 200,
  /** Characters of a scenario: a flow graph may be long. */
  scenario: 200_000,
  /** Tries of an answer that a result keeps. */
  tries: 100,
  /** Characters of a written answer. */
  written: 5000,
  student: 200,
} as const;

const NAME = matching(/^[a-z\d]+(?:-[a-z\d]+)*$/, "lower-case words joined by hyphens");
const FIELD = /^[A-Za-z][\w-]*$/;
const OUTPUT = matching(/^[A-Za-z][\w-]*(?:\.[\w+/=:-]+)*$/, 'the name of an output, for example "ber.mmse"', 200);
const HASH = matching(/^[\da-f]{64}$/, "a hash of 64 hexadecimal digits");

/** A text in Markdown. */
const prose =
  (most: number, read: (text: string) => unknown = readMarkdown): Reader<string> =>
  (value, at) => {
    const text = boundedText(most, { lines: true })(value, at);
    try {
      read(text);
    } catch (error) {
      complain(at, (error as Error).message, { cause: error });
    }
    return text;
  };

const line = prose(MOST.prompt, readInline);

const scenario = matching(
  /^[a-z][a-z-]*(?:\?[^\s<>"#\\]*)?$/,
  'a scenario, for example "turbo?length=512&at=1"',
  MOST.scenario,
);

const tolerance: Reader<Tolerance> = (value, at) => {
  const { absolute, relative } = holding<{ absolute?: number; relative?: number }>({
    absolute: optional(finite({ min: 0 })),
    relative: optional(finite({ min: 0, max: 1 })),
  })(value, at);
  if (absolute !== undefined && relative === undefined) return { absolute };
  if (relative !== undefined && absolute === undefined) return { relative };
  return refuse(at, 'either "absolute" or "relative"', value);
};

const bounds: Reader<Bounds> = (value, at) => {
  const scalar: Reader<number | string> = (one, where) =>
    typeof one === "number"
      ? finite()(one, where)
      : matching(/^[^\s<>"#&\\]+$/, "a number or a short text")(one, where);
  const { of, from, to, step } = holding<{
    of?: readonly (number | string)[];
    from?: number;
    to?: number;
    step?: number;
  }>({
    of: optional(listing(scalar, 1, 1000)),
    from: optional(finite()),
    to: optional(finite()),
    step: optional(finite({ min: 1e-9 })),
  })(value, at);
  if (of && from === undefined && to === undefined && step === undefined) return { of };
  if (of || from === undefined || to === undefined || step === undefined) {
    return refuse(at, 'either "of" or "from", "to" and "step"', value);
  }
  const count = valuesIn({ from, to, step });
  if (from > to || count > MOST_VALUES) refuse(at, `1 to ${MOST_VALUES} values, and "from" up to "to"`, value);
  return { from, to, step };
};

const vary = optional(mapping(FIELD, bounds, MOST.checks));

const choice = holding<Choice>({
  text: line,
  right: optional(oneOf(true)),
  is: optional(boundedText(100)),
  between: optional((value, at) => {
    const [from, to] = listing((one, where) => (one === null ? null : finite()(one, where)), 2, 2)(value, at);
    return [from, to] as const;
  }),
  reason: optional(line),
});

const axis = holding<SketchAxis>({ label: boundedText(100), from: finite(), to: finite() });

const rising: Reader<readonly number[]> = (value, at) => {
  const list = listing(finite(), 2, MOST.choices)(value, at);
  return list.every((x, i) => i === 0 || x > list[i - 1]) ? list : refuse(at, "rising numbers", value);
};

const QUESTIONS: { readonly [Kind in Question["kind"]]: Reader<Extract<Question, { kind: Kind }>> } = {
  number: holding({
    kind: oneOf("number"),
    prompt: line,
    output: OUTPUT,
    unit: optional(boundedText(30)),
    tolerance,
  }),
  choice: (value, at) => {
    const question = holding<Extract<Question, { kind: "choice" }>>({
      kind: oneOf("choice"),
      prompt: line,
      output: optional(OUTPUT),
      choices: listing(choice, 2, MOST.choices),
    })(value, at);
    checkChoices(question, at);
    return question;
  },
  order: (value, at) => {
    const item = holding<{ text: string; output?: string }>({ text: line, output: optional(OUTPUT) });
    const question = holding<Extract<Question, { kind: "order" }>>({
      kind: oneOf("order"),
      prompt: line,
      items: listing(item, 2, MOST.choices),
      by: optional(oneOf("ascending", "descending")),
    })(value, at);
    const outputs = question.items.filter(({ output }) => output !== undefined).length;
    if (outputs > 0 && outputs < question.items.length) {
      complain(`${at}.items`, `${outputs} of ${question.items.length} have an output; give one to all or to none`);
    }
    return question;
  },
  sketch: holding({
    kind: oneOf("sketch"),
    prompt: line,
    output: OUTPUT,
    at: rising,
    x: axis,
    y: axis,
    tolerance,
    share: optional(finite({ min: 0.1, max: 1 })),
  }),
  text: holding({ kind: oneOf("text"), prompt: line }),
};

function checkChoices({ output, choices }: Extract<Question, { kind: "choice" }>, at: string): void {
  const right = choices.filter((one) => one.right).length;
  const decided = choices.filter((one) => one.is !== undefined || one.between !== undefined).length;
  if (output === undefined && (right !== 1 || decided > 0)) {
    complain(`${at}.choices`, `expected one with "right": true, found ${right}; or name an output`);
  }
  if (output !== undefined && (right > 0 || decided !== choices.length)) {
    complain(`${at}.choices`, 'the output decides, so each needs "is" or "between", and none "right"');
  }
}

const question: Reader<Question> = (value, at) => {
  const kind = (value as { kind?: unknown } | null)?.kind;
  const kinds = Object.keys(QUESTIONS) as Question["kind"][];
  const known = kinds.find((one) => one === kind);
  return known ? QUESTIONS[known](value, at) : refuse(`${at}.kind`, kinds.join(", "), kind);
};

const step: Reader<Step> = (value, at) => {
  const read = holding<Step>({
    title: boundedText(MOST.title),
    text: prose(MOST.text),
    explains: optional(prose(MOST.text)),
    scenario,
    figure: optional(matching(/^[A-Za-z][\w-]*$/, "the name of a figure")),
    vary,
    questions: listing(question, 0, MOST.questions),
  })(value, at);
  const texts = [read.text, read.explains ?? "", ...read.questions.map(({ prompt }) => prompt)];
  checkVaried(read, texts, at);
  return read;
};

/** Each varied field needs a value in the scenario, and each "{{field}}" of a text needs a varied field. */
function checkVaried(
  { scenario: of, vary: varied = {} }: Pick<Step, "scenario" | "vary">,
  texts: string[],
  at: string,
): void {
  const given = parametersOf(of);
  const missing = Object.keys(varied).find((name) => !given.has(name));
  if (missing) complain(`${at}.vary`, `the scenario has no value of ${missing}; add &${missing}=… to it`);
  const named = texts.flatMap((text) => [...text.matchAll(/\{\{([\w-]+)\}\}/g)].map(([, name]) => name));
  const unknown = named.find((name) => !Object.hasOwn(varied, name));
  if (unknown) complain(at, `a text has {{${unknown}}}, and "vary" has no ${unknown}`);
}

const check: Reader<Check> = (value, at) => {
  const fields = value as Partial<Record<string, unknown>> | null;
  if (fields?.hash !== undefined) return holding<{ hash: string }>({ hash: HASH })(value, at);
  const limit: Reader<number | readonly [number, number]> = (one, where) => {
    if (fields?.test !== "within") return finite()(one, where);
    const [least, most] = listing(finite(), 2, 2)(one, where);
    return least <= most ? ([least, most] as const) : refuse(where, "the lowest and the highest value", one);
  };
  const read = holding<Extract<Check, { output: string }> & { salt?: string }>({
    output: OUTPUT,
    test: oneOf("<=", ">=", "within"),
    value: limit,
    reference: optional(scenario),
    salt: optional(matching(/^[\w-]{16,64}$/, "a random text of 16 to 64 letters and digits")),
  })(value, at);
  return read;
};

const task: Reader<LectureTask> = (value, at) => {
  const read = holding<LectureTask>({
    title: boundedText(MOST.title),
    prompt: prose(MOST.text),
    scenario,
    free: listing(matching(FIELD, "the name of a field"), 1, MOST.free),
    vary,
    checks: listing(check, 1, MOST.checks),
    solution: optional(scenario),
  })(value, at);
  checkVaried(read, [read.prompt], at);
  return read;
};

const lecture = holding<Lecture>({
  version: oneOf(LECTURE_VERSION),
  id: NAME,
  title: boundedText(MOST.title),
  summary: boundedText(500),
  chapter: optional(oneOf(...(Object.keys(CHAPTERS) as ChapterName[]))),
  teaches: listing(boundedText(100), 0, 20),
  needs: listing(boundedText(100), 0, 20),
  minutes: finite({ min: 1, max: 600 }),
  steps: listing(step, 1, MOST.steps),
  tasks: optional(listing(task, 0, MOST.tasks)),
});

/**
 * Returns the lecture of a file. Unknown fields are errors, so that no word of a lecturer is ignored.
 *
 * @throws RangeError that says where, what was expected and what was found.
 */
export function readLecture(text: string): Lecture {
  const value = parseFile("lecture", text, MOST.file);
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version > LECTURE_VERSION) {
    throw new RangeError(
      `lecture: the file has version ${shown(version)}, and this release reads version ${LECTURE_VERSION}; use a newer release`,
    );
  }
  return lecture(value, "");
}

/** Returns what is wrong with a lecture's file, in its order; an empty list if {@link readLecture} reads it. */
export function lectureProblems(text: string): readonly FileProblem[] {
  try {
    readLecture(text);
    return [];
  } catch (error) {
    return error instanceof FileProblemsError ? error.problems : [{ at: "", text: (error as Error).message }];
  }
}

const given: Reader<GivenAnswer> = (value, at) => {
  if (typeof value === "string") return value === "" ? value : boundedText(MOST.written, { lines: true })(value, at);
  return typeof value === "number" ? finite()(value, at) : listing(finite(), 0, MOST.choices)(value, at);
};

const index = finite({ min: 0, max: MOST.steps, whole: true });
const seconds = finite({ min: 0, max: 1e9 });

/** What a student has done: a part of a result, and what a course keeps between visits. */
const PROGRESS = {
  answers: listing(
    holding<Answered>({
      step: index,
      question: index,
      tries: listing(given, 1, MOST.tries),
      seconds,
      verdict: oneOf("right", "wrong", "given"),
    }),
    0,
    MOST.steps * MOST.questions,
  ),
  submissions: listing(
    holding<TaskSubmission>({
      task: index,
      scenario,
      tries: finite({ min: 1, max: 1e6, whole: true }),
      seconds,
      verdict: oneOf("met", "not met", "not enough packets", "open"),
    }),
    0,
    MOST.tasks,
  ),
};

const result = holding<Result>({
  version: oneOf(RESULT_VERSION),
  lecture: holding<Result["lecture"]>({ id: NAME, title: boundedText(MOST.title), hash: HASH }),
  student: boundedText(MOST.student, { least: 0 }),
  program: boundedText(100),
  ...PROGRESS,
  checksum: HASH,
});

/**
 * Returns the result of a file. Its checksum and its verdicts are not checked yet: `grade.ts` does that.
 *
 * @throws RangeError that says where, what was expected and what was found.
 */
export const readResult = (text: string): Result => result(parseFile("result", text, MOST.file), "");

/** @throws RangeError for anything else than a student's answers and submissions. */
export const checkedProgress: (value: unknown) => Pick<Result, "answers" | "submissions"> = (value) =>
  holding<Pick<Result, "answers" | "submissions">>(PROGRESS)(value, "");
