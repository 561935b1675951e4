import { checksumOf, commitmentOf, hashOf, isHidden } from "./identity.ts";
import { judgeAnswer } from "./judge.ts";
import type { Lecture, LectureTask } from "./lecture.ts";
import type { AnswerVerdict, Result, TaskVerdict } from "./result.ts";
import { studentVariant } from "./variant.ts";
import { judgeSubmission, type Labs } from "./verdict.ts";

/** What a student reached, recomputed from scenario and variant. */
export interface Grade {
  student: string;
  lecture: string;
  right: number;
  wrong: number;
  /** Texts, which Threeray does not judge. */
  given: number;
  /** Questions without an answer. */
  missing: number;
  /** Answers whose first try was right. */
  predicted: number;
  met: number;
  /** Submissions that are not met, or that the packets do not decide. */
  unmet: number;
  tasks: number;
  /** Right answers and met tasks per judged question and task, 0 to 1; 1 if there are none. */
  score: number;
  seconds: number;
  /** What is wrong with the file, in sentences: damage, another version, forged verdicts. */
  problems: readonly string[];
}

type Counts = { [Verdict in AnswerVerdict]: number };

/**
 * Recomputes every answer and every verdict of a result.
 *
 * @param lecture The lecturer's copy, so that hidden checks count.
 * @throws RangeError for a result of another lecture.
 */
export async function gradeResult(lecture: Lecture, result: Result, labs: Labs): Promise<Grade> {
  if (result.lecture.id !== lecture.id) {
    throw new RangeError(
      `the result belongs to the lecture "${result.lecture.id}", expected "${lecture.id}"; grade it with its own lecture`,
    );
  }
  const problems: string[] = [];
  if (checksumOf(result) !== result.checksum) problems.push("The checksum is wrong: the file was damaged or edited.");
  if (result.lecture.hash !== hashOf(lecture)) problems.push("The result comes from another version of the lecture.");
  const answers = await gradeAnswers(lecture, result, labs, problems);
  const { met, unmet } = await gradeSubmissions(lecture, result, labs, problems);
  const judged = judgedQuestions(lecture);
  const tasks = lecture.tasks?.length ?? 0;
  return {
    student: result.student,
    lecture: lecture.id,
    ...answers,
    met,
    unmet,
    tasks,
    score: scoreOf({ right: answers.right, met }, judged + tasks),
    seconds: [...result.answers, ...result.submissions].reduce((sum, one) => sum + one.seconds, 0),
    problems,
  };
}

/** Returns the part of the judged questions and tasks that are right or met. */
const scoreOf = ({ right, met }: { right: number; met: number }, all: number) => (all === 0 ? 1 : (right + met) / all);

/** What a student sees as reached: hidden checks remain open. */
const isReached = (verdict: TaskVerdict) => verdict === "met" || verdict === "open";

const judgedQuestions = ({ steps }: Lecture) =>
  steps.flatMap(({ questions }) => questions).filter(({ kind }) => kind !== "text").length;

/** Returns the score that a result claims, 0 to 1: for a page that has judged everything already. */
export function claimedScore(
  lecture: Lecture,
  { answers, submissions }: Pick<Result, "answers" | "submissions">,
): number {
  const right = answers.filter(({ verdict }) => verdict === "right").length;
  const met = submissions.filter(({ verdict }) => isReached(verdict)).length;
  return scoreOf({ right, met }, judgedQuestions(lecture) + (lecture.tasks?.length ?? 0));
}

async function gradeAnswers(lecture: Lecture, result: Result, labs: Labs, problems: string[]) {
  const counts: Counts = { right: 0, wrong: 0, given: 0 };
  let predicted = 0;
  const seen = new Set<string>();
  for (const { step, question: at, tries, verdict: claimed } of result.answers) {
    const place = `Step ${step + 1}, question ${at + 1}`;
    const question = lecture.steps[step]?.questions[at];
    if (!question || seen.has(place)) {
      problems.push(
        `${place}: ${question ? "the file has two answers, and the first one counts" : "there is no such question"}.`,
      );
      continue;
    }
    seen.add(place);
    const { scenario } = studentVariant(lecture, { step }, result.student);
    try {
      const { verdict } = await judgeAnswer(question, scenario, tries.at(-1)!, labs.evaluate);
      counts[verdict]++;
      if (verdict !== claimed) problems.push(`${place}: the file says ${claimed}, and the answer is ${verdict}.`);
      const first = await judgeAnswer(question, scenario, tries[0], labs.evaluate);
      if (first.verdict === "right") predicted++;
    } catch (error) {
      counts.wrong++;
      problems.push(`${place}: ${(error as Error).message}.`);
    }
  }
  const questions = lecture.steps.reduce((sum, { questions }) => sum + questions.length, 0);
  return { ...counts, missing: questions - seen.size, predicted };
}

async function gradeSubmissions(lecture: Lecture, result: Result, labs: Labs, problems: string[]) {
  let [met, unmet] = [0, 0];
  const seen = new Set<number>();
  for (const { task: at, scenario, verdict: claimed } of result.submissions) {
    const place = `Task ${at + 1}`;
    const task = lecture.tasks?.[at];
    if (!task || seen.has(at)) {
      problems.push(
        `${place}: ${task ? "the file has two submissions, and the first one counts" : "there is no such task"}.`,
      );
      continue;
    }
    seen.add(at);
    const start = { ...task, scenario: studentVariant(lecture, { task: at }, result.student).scenario };
    try {
      const { verdict, problem } = await judgeSubmission(start, scenario, labs);
      if (isReached(verdict)) met++;
      else unmet++;
      if (problem !== undefined) problems.push(`${place}: ${problem}`);
      const shown = (await judgeSubmission(shownPart(start), scenario, labs)).verdict;
      if (shown !== claimed) problems.push(`${place}: the file says ${claimed}, and the submission is ${verdict}.`);
    } catch (error) {
      unmet++;
      problems.push(`${place}: ${(error as Error).message}.`);
    }
  }
  return { met, unmet };
}

/** Returns a task as the student's copy has it. */
const shownPart = <Part extends Pick<LectureTask, "checks">>(task: Part): Part => ({
  ...task,
  checks: task.checks.map((check) => (isHidden(check) ? commitmentOf(check) : check)),
});
