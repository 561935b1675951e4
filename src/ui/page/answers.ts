import { create } from "zustand";
import { hashOf } from "#core/lectures/identity.ts";
import type { Lecture, LectureTask, Step } from "#core/lectures/lecture.ts";
import type { Answered, AnswerVerdict, GivenAnswer, Result, TaskSubmission } from "#core/lectures/result.ts";
import { normalizedName, studentVariant, type Variant } from "#core/lectures/variant.ts";
import { recall, remember } from "../elements/memory.ts";
import { say } from "../elements/notices.ts";
import { useView } from "./view.ts";

/** An answer as the page keeps it. */
export interface KeptAnswer extends Omit<Answered, "step" | "question" | "verdict"> {
  /** Undefined while the lab computes it. */
  verdict?: AnswerVerdict;
  /** A right answer in the form of an answer. */
  right?: GivenAnswer;
  /** The reason of the chosen statement. */
  reason?: string;
}

/** A submission as the page keeps it. */
export type KeptSubmission = Omit<TaskSubmission, "task">;

/** A student's answers to a lecture, by step and question: "0.1". */
type Answers = Readonly<Record<string, KeptAnswer>>;

interface AnswerStore {
  /** The name as typed. It chooses the variant; an empty one gives the scenarios as they are written. */
  student: string;
  /** A course has given the name, and it stays. */
  isNamed: boolean;
  /** By lecture and normalized name. */
  answers: Readonly<Record<string, Answers>>;
  /** In the same way, by the index of the task. */
  submissions: Readonly<Record<string, Readonly<Record<string, KeptSubmission>>>>;
  /** False once the browser did not store an answer or a submission. */
  isStored: boolean;
  /** Steps that were opened without a prediction, by lecture: a lecturer's choice, which is not stored. */
  opened: Readonly<Record<string, readonly number[]>>;
}

const STUDENT_KEY = "threeray.student";
const ANSWERS_KEY = "threeray.answers";
const SUBMISSIONS_KEY = "threeray.submissions";

export const useAnswers = create<AnswerStore>()(() => ({
  student: recall(STUDENT_KEY) ?? "",
  isNamed: false,
  isStored: true,
  answers: storedAnswers(),
  submissions: storedSubmissions(),
  opened: {},
}));

// A tab that did not know what another one has stored would overwrite it. In tests there is no window.
globalThis.addEventListener?.("storage", ({ key }: StorageEvent) => {
  if (key === ANSWERS_KEY) useAnswers.setState({ answers: storedAnswers() });
  if (key === SUBMISSIONS_KEY) useAnswers.setState({ submissions: storedSubmissions() });
});

/** What a student should know who answers in a browser that keeps nothing. */
export const NOT_STORED =
  "This browser does not keep your answers: its storage is full or blocked. Save them as a file before you close the page.";

/** Stores answers, submissions or both, which the page shows already. */
function store({ answers, submissions }: Partial<Pick<AnswerStore, "answers" | "submissions">>): void {
  const kept = [answers === undefined || remember(ANSWERS_KEY, JSON.stringify(answers))];
  kept.push(submissions === undefined || remember(SUBMISSIONS_KEY, JSON.stringify(submissions)));
  const { isStored: wasStored, isNamed } = useAnswers.getState();
  const isStored = !kept.includes(false);
  useAnswers.setState({ isStored });
  // A course keeps them itself.
  if (wasStored && !isStored && !isNamed) say(NOT_STORED, "warning");
}

function storedAnswers() {
  return stored(ANSWERS_KEY, (one: KeptAnswer) => Array.isArray(one.tries) && one.tries.length > 0);
}

function storedSubmissions() {
  return stored(SUBMISSIONS_KEY, (one: KeptSubmission) => typeof one.scenario === "string");
}

/** Returns what is stored. What another release wrote, or a person edited, may have any form. */
function stored<Kept>(key: string, isKept: (one: Kept) => boolean): Record<string, Record<string, Kept>> {
  try {
    const all = JSON.parse(recall(key) ?? "{}") as Record<string, Record<string, Kept>>;
    return Object.values(all).every((of) => Object.values(of).every(isKept)) ? all : {};
  } catch {
    return {};
  }
}

/** Another version of a lecture has its own answers. */
const placeOf = (lecture: Lecture, student: string) => `${lecture.id} ${versionOf(lecture)} ${normalizedName(student)}`;

const versions = new WeakMap<Lecture, string>();
function versionOf(lecture: Lecture): string {
  const version = versions.get(lecture) ?? hashOf(lecture).slice(0, 12);
  versions.set(lecture, version);
  return version;
}
const NONE: Answers = {};

/** Returns the present student's answers to a lecture. */
export const answersOf = ({ answers, student }: AnswerStore, lecture: Lecture): Answers =>
  answers[placeOf(lecture, student)] ?? NONE;

/** Stores an answer of a student. */
export function keepAnswer(lecture: Lecture, student: string, question: string, answer: KeptAnswer): void {
  const { answers } = useAnswers.getState();
  const place = placeOf(lecture, student);
  const changed = { ...answers, [place]: { ...answers[place], [question]: answer } };
  useAnswers.setState({ answers: changed });
  store({ answers: changed });
}

const NO_SUBMISSIONS: Readonly<Record<string, KeptSubmission>> = {};

/** Returns the present student's submissions to a lecture's tasks. */
export const submissionsOf = ({ submissions, student }: AnswerStore, lecture: Lecture) =>
  submissions[placeOf(lecture, student)] ?? NO_SUBMISSIONS;

/** Stores a student's submission to a task. */
export function keepSubmission(lecture: Lecture, student: string, task: number, submission: KeptSubmission): void {
  const { submissions } = useAnswers.getState();
  const place = placeOf(lecture, student);
  const changed = { ...submissions, [place]: { ...submissions[place], [task]: submission } };
  useAnswers.setState({ submissions: changed });
  store({ submissions: changed });
}

/**
 * Replaces a student's answers and submissions to a lecture by those that a course has kept. Leaves out those to questions
 * and tasks that the lecture no longer has.
 */
export function replaceProgress(
  lecture: Lecture,
  student: string,
  { answers, submissions }: Pick<Result, "answers" | "submissions">,
): void {
  const place = placeOf(lecture, student);
  const own = {
    answers: answers
      .filter(({ step, question }) => lecture.steps[step]?.questions[question])
      .map(({ step, question, ...answer }): [string, KeptAnswer] => [`${step}.${question}`, answer]),
    submissions: submissions
      .filter(({ task }) => lecture.tasks?.[task])
      .map(({ task, ...submission }): [string, KeptSubmission] => [String(task), submission]),
  };
  const state = useAnswers.getState();
  const changed = {
    answers: { ...state.answers, [place]: Object.fromEntries(own.answers) },
    submissions: { ...state.submissions, [place]: Object.fromEntries(own.submissions) },
  };
  useAnswers.setState(changed);
  store(changed);
}

/** Returns a function that puts what is answered and submitted in a lecture back as it is now. */
export function answersAsNow(lecture: Lecture): () => void {
  const before = useAnswers.getState();
  const begin = `${lecture.id} ${versionOf(lecture)} `;
  const restored = <Kept>(now: Readonly<Record<string, Kept>>, then: Readonly<Record<string, Kept>>) => {
    const of = (all: typeof now, isIts: boolean) =>
      Object.entries(all).filter(([place]) => place.startsWith(begin) === isIts);
    return Object.fromEntries([...of(now, false), ...of(then, true)]);
  };
  return () => {
    const { answers, submissions, opened } = useAnswers.getState();
    const then = {
      answers: restored(answers, before.answers),
      submissions: restored(submissions, before.submissions),
      opened: { ...opened, [lecture.id]: before.opened[lecture.id] ?? [] },
    };
    useAnswers.setState(then);
    store(then);
  };
}

/** Changes the student, and with the name the variant. */
export function setStudent(student: string): void {
  useAnswers.setState({ student });
  remember(STUDENT_KEY, student);
}

/** Opens a step without a prediction. */
export function openStep(lecture: Lecture, step: number): void {
  const { opened } = useAnswers.getState();
  const before = opened[lecture.id] ?? [];
  if (!before.includes(step)) useAnswers.setState({ opened: { ...opened, [lecture.id]: [...before, step] } });
}

/**
 * Returns true while a step's figure and explanation wait for predictions. Tasks come after the steps, and wait for nothing. In
 * presenter mode a class predicts: earlier answers of the lecturer open nothing.
 */
export function isWaiting(state: AnswerStore, lecture: Lecture, step: number): boolean {
  if (step >= lecture.steps.length) return false;
  const answers = answersOf(state, lecture);
  const isOpened = state.opened[lecture.id]?.includes(step) ?? false;
  const { present } = useView.getState();
  const { questions } = lecture.steps[step];
  return !isOpened && questions.some((_, i) => present || answers[`${step}.${i}`] === undefined);
}

const variants = new WeakMap<Step | LectureTask, { student: string; variant: Variant }>();

/** Returns the present student's variant of a step, or of a task after the steps. */
export function variantOf(lecture: Lecture, step: number): Variant {
  const { student } = useAnswers.getState();
  const { steps, tasks = [] } = lecture;
  const task = step - steps.length;
  const part = task < 0 ? steps[step] : tasks[task];
  const known = variants.get(part);
  if (known?.student === student) return known.variant;
  const variant = studentVariant(lecture, task < 0 ? { step } : { task }, student);
  variants.set(part, { student, variant });
  return variant;
}

/** Returns the number of steps and tasks. */
export const partsOf = ({ steps, tasks = [] }: Lecture): number => steps.length + tasks.length;
