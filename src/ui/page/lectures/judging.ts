import type { CheckedLabs } from "#core/lectures/check.ts";
import { judgeAnswer } from "#core/lectures/judge.ts";
import type { Lecture } from "#core/lectures/lecture.ts";
import type { GivenAnswer } from "#core/lectures/result.ts";
import { judgeSubmission, type SubmissionVerdict } from "#core/lectures/verdict.ts";
import { worker } from "../../kit/engine.ts";
import { answersOf, keepAnswer, keepSubmission, submissionsOf, useAnswers, variantOf } from "../answers.ts";

/** A question of a lecture, by its place. */
export interface QuestionPlace {
  lecture: Lecture;
  step: number;
  question: number;
}

/** When each step was shown first: the time of an answer counts from there. */
const shownAt = new Map<string, number>();

/** Notes that a step or a task is shown. */
export function noteShown({ id }: Lecture, step: number): void {
  const place = `${id} ${step}`;
  if (!shownAt.has(place)) shownAt.set(place, Date.now());
}

/** Returns the seconds since a step or a task was shown first. */
const secondsOf = ({ id }: Lecture, step: number) =>
  Math.round((Date.now() - (shownAt.get(`${id} ${step}`) ?? Date.now())) / 1000);

/** The labs in the worker. */
export const WORKER_LABS: CheckedLabs = {
  evaluate: (scenario, output, reference) => worker.ask("lectures", "output", scenario, output, reference),
  usual: (scenario) => worker.ask("lectures", "usual", scenario),
  outputs: (scenario) => worker.ask("lectures", "outputs", scenario),
};

/** Stores an answer, and judges it. */
export async function give({ lecture, step, question }: QuestionPlace, answer: GivenAnswer): Promise<void> {
  const before = answersOf(useAnswers.getState(), lecture)[`${step}.${question}`];
  const seconds = secondsOf(lecture, step);
  keepAnswer(lecture, useAnswers.getState().student, `${step}.${question}`, {
    tries: [...(before?.tries ?? []), answer],
    seconds: Math.max(before?.seconds ?? 0, seconds),
  });
  await judge({ lecture, step, question });
}

/**
 * Judges the last try of an answer, and stores the verdict.
 *
 * @throws RangeError, or the lab's error: without a GPU, or for a question that its output does not decide.
 */
export async function judge({ lecture, step, question }: QuestionPlace): Promise<void> {
  const { student } = useAnswers.getState();
  const name = `${step}.${question}`;
  const kept = answersOf(useAnswers.getState(), lecture)[name];
  if (!kept) return;
  const { scenario } = variantOf(lecture, step);
  const judged = await judgeAnswer(
    lecture.steps[step].questions[question],
    scenario,
    kept.tries.at(-1)!,
    WORKER_LABS.evaluate,
  );
  keepAnswer(lecture, student, name, { ...kept, ...judged });
}

/**
 * Judges a scenario as a submission to a task, and stores it.
 *
 * @param at Index of the task.
 * @throws RangeError, TypeError, or the lab's error.
 */
export async function submit(lecture: Lecture, at: number, scenario: string): Promise<SubmissionVerdict> {
  const { student } = useAnswers.getState();
  const step = lecture.steps.length + at;
  const task = { ...lecture.tasks![at], scenario: variantOf(lecture, step).scenario };
  const judged = await judgeSubmission(task, scenario, WORKER_LABS);
  const before = submissionsOf(useAnswers.getState(), lecture)[at];
  keepSubmission(lecture, student, at, {
    scenario,
    tries: (before?.tries ?? 0) + 1,
    seconds: Math.max(before?.seconds ?? 0, secondsOf(lecture, step)),
    verdict: judged.verdict,
  });
  return judged;
}
