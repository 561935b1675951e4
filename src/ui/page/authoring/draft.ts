import { studentCopy } from "#core/lectures/identity.ts";
import {
  type Bounds,
  type Choice,
  type HiddenCheck,
  type Lecture,
  LECTURE_VERSION,
  type LectureTask,
  type OpenCheck,
  type Question,
  type SketchQuestion,
  type Step,
} from "#core/lectures/lecture.ts";
import { lectureProblems } from "#core/lectures/read.ts";
import type { FileProblem } from "#core/lectures/strict.ts";
import type { ScenarioField } from "#core/lectures/scenario-fields.ts";
import { parametersOf } from "#core/lectures/variant.ts";

/**
 * A lecture in the making. It has a lecture's form, but its texts may be empty and its lists too short: {@link draftProblems}
 * says what is missing. Texts that a file may leave out are empty instead.
 */
export interface Draft extends Lecture {
  tasks: readonly LectureTask[];
  /**
   * While it is there, the name in links follows the title, and this is the name for a title without Latin letters. It goes when
   * the author types a name or exports the lecture.
   */
  fallbackName?: string;
}

/** The path of a part of a draft that has its own editor: "steps[2]". "" is the lecture itself. */
export type PartPath = "" | `steps[${number}]` | `tasks[${number}]`;
export type ListName = "steps" | "tasks";

export const pathOf = (list: ListName, index: number): PartPath => `${list}[${index}]`;

/** Returns the list and the index of a part; undefined for the lecture itself. */
export function partOf(at: string): { list: ListName; index: number } | undefined {
  const [, list, index] = /^(steps|tasks)\[(\d+)\]/.exec(at) ?? [];
  return list === undefined ? undefined : { list: list as ListName, index: Number(index) };
}

/** Returns `count` random bytes as hexadecimal digits. */
export const randomDigits = (count: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param key Distinguishes lectures whose titles give no name for links. */
export const newDraft = (key: string): Draft => ({
  version: LECTURE_VERSION,
  id: `lecture-${key}`,
  title: "",
  summary: "",
  teaches: [],
  needs: [],
  minutes: 20,
  steps: [],
  tasks: [],
  fallbackName: `lecture-${key}`,
});

/** Returns a draft of a lecture that was read. It keeps its name, on which students' numbers depend. */
export const draftOf = (lecture: Lecture): Draft => ({ ...lecture, tasks: lecture.tasks ?? [] });

/** Returns a draft with a title, and with the name that follows from it. */
export const withTitle = (draft: Draft, title: string): Draft =>
  draft.fallbackName === undefined ? { ...draft, title } : { ...draft, title, id: nameFrom(title, draft.fallbackName) };

/** Returns a draft whose name stays when its title changes. */
export function withFixedName(draft: Draft): Draft {
  const { fallbackName: _, ...fixed } = draft;
  return fixed;
}

/** Returns a name for links: the title in lower case, with hyphens. A title without Latin letters and digits gives the fallback. */
export function nameFrom(title: string, fallback: string): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const name = plain.replace(/[^a-z\d]+/g, "-").slice(0, 60);
  return name.replace(/^-+|-+$/g, "") || fallback;
}

/** Returns the fields whose values are neither empty texts nor undefined. */
function given<T extends object>(fields: T): T {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""),
  ) as unknown as T;
}

/** Returns optional texts of a part without the empty ones. Required ones stay, so that the reader complains about them. */
const withGiven = <T extends object, Name extends keyof T>(part: T, ...names: readonly Name[]): T => ({
  ...(Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name as Name))) as T),
  ...given(Object.fromEntries(names.map((name) => [name, part[name]])) as T),
});

const withVary = <T extends { vary?: Readonly<Record<string, Bounds>> }>({ vary = {}, ...part }: T): T =>
  (Object.keys(vary).length > 0 ? { ...part, vary } : part) as T;

function questionOf(question: Question): Question {
  if (question.kind === "number") return withGiven(question, "unit");
  if (question.kind !== "choice") return question;
  return { ...question, choices: question.choices.map((choice) => withGiven(choice, "reason")) };
}

/** Returns a draft as the lecture of a file: without optional texts that are empty. */
export function lectureOf(draft: Draft): Lecture {
  const { tasks, ...lecture } = withFixedName(draft);
  return {
    ...withGiven(lecture, "chapter"),
    steps: draft.steps.map((step) => ({
      ...withVary(withGiven(step, "explains", "figure")),
      questions: step.questions.map(questionOf),
    })),
    ...(tasks.length > 0 && { tasks: tasks.map((task) => withVary(withGiven(task, "solution"))) }),
  };
}

/** Returns the text of a lecture's file. */
export const fileText = (lecture: Lecture): string => `${JSON.stringify(lecture, undefined, 2)}\n`;

/** Returns what the strict reader finds wrong with the files of a draft, in their order. The paths fit the draft, too. */
export function draftProblems(draft: Draft): readonly FileProblem[] {
  const lecture = lectureOf(draft);
  const problems = lectureProblems(fileText(lecture));
  return problems.length > 0 ? problems : lectureProblems(fileText(studentCopy(lecture)));
}

const NAMES: Readonly<Record<string, string>> = {
  id: "name in links",
  summary: "summary",
  explains: "explanation",
  vary: "values that vary",
  at: "abscissas",
  x: "horizontal axis",
  y: "vertical axis",
  of: "values",
  is: "name",
  free: "fields that are free",
  teaches: "what it teaches",
  needs: "what it needs",
  share: "part of the points",
  salt: "hidden check",
  items: "items",
};
const COUNTED: Readonly<Record<string, string>> = {
  steps: "step",
  tasks: "task",
  questions: "question",
  choices: "statement",
  items: "item",
  checks: "check",
};

/** Returns a place of a file in words: "Step 2, question 1, prompt". */
export function placeWords(at: string): string {
  const parts = at.split(".").map((part) => {
    const [, name, index] = /^([^[]*)\[(\d+)\]$/.exec(part) ?? [];
    if (name === undefined) return NAMES[part] ?? part;
    return `${COUNTED[name] ?? NAMES[name] ?? name} ${Number(index) + 1}`;
  });
  const words = parts.join(", ");
  return words === "" ? "Lecture" : words[0].toUpperCase() + words.slice(1);
}

/** Returns an address of the page as a scenario. */
export const scenarioOf = (address: string): string => address.replace(/^#/, "");

export const newStep = (scenario: string, figure = ""): Step => ({
  title: "",
  text: "",
  explains: "",
  scenario,
  figure,
  questions: [],
});

export const newTask = (scenario: string): LectureTask => ({
  title: "",
  prompt: "",
  scenario,
  free: [],
  checks: [newCheck()],
  solution: "",
});

export const newCheck = (): OpenCheck => ({ output: "", test: "<=", value: 0 });

/** Returns a check with another test. Its limits stay as far as they can. */
export function withTest(check: OpenCheck, test: OpenCheck["test"]): OpenCheck {
  const { value } = check;
  if (test === "within") return { ...check, test, value: typeof value === "number" ? [value, value] : value };
  return { ...check, test, value: typeof value === "number" ? value : value[test === "<=" ? 1 : 0] };
}

/** Hides a check with a new salt, or shows it. */
export function withHidden(
  { output, test, value, reference }: OpenCheck | HiddenCheck,
  isHidden: boolean,
): OpenCheck | HiddenCheck {
  const check = { output, test, value, ...(reference !== undefined && { reference }) };
  return isHidden ? { ...check, salt: randomDigits(16) } : check;
}

const NEW_AXIS = { label: "", from: 0, to: 1 };

/** Returns a question of a kind with the fields that it needs, empty. */
export function newQuestion(kind: Question["kind"]): Question {
  switch (kind) {
    case "number":
      return { kind, prompt: "", output: "", unit: "", tolerance: { relative: 0.05 } };
    case "choice":
      return {
        kind,
        prompt: "",
        choices: [
          { text: "", right: true, reason: "" },
          { text: "", reason: "" },
        ],
      };
    case "order":
      return { kind, prompt: "", items: [{ text: "" }, { text: "" }] };
    case "sketch":
      return {
        kind,
        prompt: "",
        output: "",
        at: [0, 0.25, 0.5, 0.75, 1],
        x: NEW_AXIS,
        y: NEW_AXIS,
        tolerance: { absolute: 0.1 },
      };
    case "text":
      return { kind, prompt: "" };
  }
}

/** Points of a fitted sketch, and the part of the curve's range that its answers may be away. */
const [FITTED_POINTS, FITTED_TOLERANCE] = [5, 0.1];
/** The part of a curve's values below its axis, and the part above. */
const OUTLIERS = 0.02;

/**
 * Returns a question whose points, axes and tolerance fit a curve; the question itself if the curve has no two finite points.
 */
export function fittedTo(
  question: SketchQuestion,
  curve: { x: readonly number[]; y: readonly number[] },
): SketchQuestion {
  const y = curve.y.filter(Number.isFinite).toSorted((a, b) => a - b);
  const [first, last] = [curve.x.at(0) ?? 0, curve.x.at(-1) ?? 0];
  if (y.length < 2 || !(first < last)) return question;
  const step = (last - first) / FITTED_POINTS;
  const xUnit = unitOf(last - first) / 100;
  const at = Array.from({ length: FITTED_POINTS }, (_, i) =>
    Math.min(last, Math.max(first, inUnits(first + (i + 0.5) * step, xUnit, Math.round))),
  );
  // A deep null is no reason for an axis that squeezes the rest.
  const rank = OUTLIERS * (y.length - 1);
  const [low, high] = [y[Math.floor(rank)], y[y.length - 1 - Math.floor(rank)]];
  const range = high - low || Math.abs(high) || 1;
  const yUnit = unitOf(range);
  return {
    ...question,
    at,
    x: { ...question.x, from: inUnits(first, xUnit, Math.floor), to: inUnits(last, xUnit, Math.ceil) },
    y: { ...question.y, from: inUnits(low, yUnit, Math.floor), to: inUnits(high, yUnit, Math.ceil) },
    tolerance: { absolute: inUnits(range * FITTED_TOLERANCE, yUnit / 10, Math.ceil) },
  };
}

/** Returns a tenth of a range's power of ten. */
const unitOf = (range: number) => 10 ** (Math.floor(Math.log10(range)) - 1);

/** Returns a number in whole units. */
const inUnits = (value: number, unit: number, round: (value: number) => number): number =>
  Number((round(value / unit) * unit).toPrecision(12)) || 0;

/** How a question of statements is decided: by a mark, by a name, or by a number. */
export type Deciding = "mark" | "name" | "number";

/** Returns statements in the form that a way of deciding needs. */
export function decidedBy(choices: readonly Choice[], deciding: Deciding): readonly Choice[] {
  return choices.map(({ text, reason = "", right, is, between }, i) => {
    const kept = { text, reason };
    if (deciding === "mark") {
      const isRight = choices.some((one) => one.right) ? right : i === 0 || undefined;
      return isRight ? { ...kept, right: true } : kept;
    }
    return deciding === "name" ? { ...kept, is: is ?? "" } : { ...kept, between: between ?? [null, null] };
  });
}

/** Returns statements of which one is marked as right. */
export const markedRight = (choices: readonly Choice[], index: number): readonly Choice[] =>
  choices.map(({ right, ...one }, i) => (i === index ? { ...one, right: right ?? true } : one));

/** Returns a list with an item at another place. Places beyond the ends change nothing. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  if (to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from]);
}

/** Returns a list with a copy of an item behind it. The hidden checks of a copy get other salts. */
export const duplicated = <T>(list: readonly T[], index: number): readonly T[] =>
  list.toSpliced(index + 1, 0, resalted(structuredClone(list[index])));

function resalted<T>(part: T): T {
  if (typeof part !== "object" || part === null || !("checks" in part)) return part;
  const { checks } = part as unknown as LectureTask;
  return { ...part, checks: checks.map((check) => ("salt" in check ? withHidden(check, true) : check)) };
}

/**
 * Returns a scenario that has each of these fields: those that its address leaves out, because they have their defaults,
 * are added.
 */
export function withFields(scenario: string, names: readonly string[], fields: readonly ScenarioField[]): string {
  const present = parametersOf(scenario);
  const added = names.flatMap((name) => {
    const field = fields.find((one) => one.name === name);
    return field && !present.has(name) ? [`${name}=${encodeURIComponent(field.value)}`] : [];
  });
  if (added.length === 0) return scenario;
  return `${scenario}${scenario.includes("?") ? "&" : "?"}${added.join("&")}`;
}

/** Returns bounds with which a field begins to vary: its present value only. */
export function boundsFrom({ value, number, choices }: ScenarioField): Bounds {
  const at = Number(value);
  if (number && value !== "" && Number.isFinite(at)) return { from: at, to: at, step: number.step };
  return { of: choices ? [value, ...choices.filter((choice) => choice !== value)] : [value] };
}

/** Returns the values of a text, which spaces separate; commas separate numbers, too. Numbers become numbers. */
export const listedValues = (text: string, areNumbers: boolean): readonly (number | string)[] =>
  text
    .split(areNumbers ? /[\s,;]+/ : /[,;]?\s+/)
    .filter(Boolean)
    .map((item) => (Number.isFinite(Number(item)) ? Number(item) : item));

/**
 * Returns a draft as its author previews it: what the students' copy has. Steps with problems are replaced by a note, so that
 * the numbers of the others stay; tasks with problems are left out.
 */
export function previewOf(draft: Draft): { lecture?: Lecture; leftOut: readonly string[] } {
  const wrong = new Set(
    draftProblems(draft).flatMap(({ at }) => {
      const part = partOf(at);
      return part ? [pathOf(part.list, part.index)] : [];
    }),
  );
  const whole = {
    ...draft,
    title: draft.title.trim() || "Without a title",
    summary: draft.summary.trim() || "Without a summary",
    steps: draft.steps.map((step, i) =>
      wrong.has(`steps[${i}]`)
        ? {
            title: step.title.trim() || `Step ${i + 1}`,
            text: "This step is not complete. The problems are listed in the draft.",
            scenario: step.scenario,
            questions: [],
          }
        : step,
    ),
    tasks: draft.tasks.filter((_, i) => !wrong.has(`tasks[${i}]`)),
  };
  const leftOut = [...wrong].map((at) => placeWords(at));
  const lecture = studentCopy(lectureOf(whole));
  return { lecture: lectureProblems(fileText(lecture)).length === 0 ? lecture : undefined, leftOut };
}
