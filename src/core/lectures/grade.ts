import { checksumOf, commitmentOf, hashOf, isHidden } from "./identity.ts";
import { judgeAnswer } from "./judge.ts";
import type { Lecture, LectureTask } from "./lecture.ts";
import type { Answered, AnswerVerdict, GivenAnswer, Result, TaskSubmission, TaskVerdict } from "./result.ts";
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
  /** Each question with an answer, in the lecture's order. */
  answers: readonly GradedAnswer[];
  /** Each task with a submission, in the lecture's order. */
  submissions: readonly GradedSubmission[];
}

/** An answer with its verdict, recomputed. */
export interface GradedAnswer extends Pick<Answered, "step" | "question" | "tries" | "seconds"> {
  /** "unjudged": the lab could not decide it. It counts as wrong. */
  verdict: AnswerVerdict | "unjudged";
  /** A right answer in the form of an answer; undefined for a text. */
  right?: GivenAnswer;
  /** The file says otherwise. */
  isForged: boolean;
}

/** A submission with its verdict, recomputed with the hidden checks. */
export interface GradedSubmission extends Pick<TaskSubmission, "task" | "scenario" | "tries" | "seconds"> {
  verdict: TaskVerdict | "unjudged";
  isForged: boolean;
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
  const { counts, answers } = await gradeAnswers(lecture, result, labs, problems);
  const { met, unmet, submissions } = await gradeSubmissions(lecture, result, labs, problems);
  const judged = judgedQuestions(lecture);
  const tasks = lecture.tasks?.length ?? 0;
  return {
    student: result.student,
    lecture: lecture.id,
    ...counts,
    met,
    unmet,
    tasks,
    score: scoreOf({ right: counts.right, met }, judged + tasks),
    seconds: [...result.answers, ...result.submissions].reduce((sum, one) => sum + one.seconds, 0),
    problems,
    answers: answers.toSorted((a, b) => a.step - b.step || a.question - b.question),
    submissions: submissions.toSorted((a, b) => a.task - b.task),
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
  const answers: GradedAnswer[] = [];
  for (const { step, question: at, tries, seconds, verdict: claimed } of result.answers) {
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
    const graded: GradedAnswer = { step, question: at, tries, seconds, verdict: "unjudged", isForged: false };
    answers.push(graded);
    try {
      const { verdict, right } = await judgeAnswer(question, scenario, tries.at(-1)!, labs.evaluate);
      Object.assign(graded, { verdict, right, isForged: verdict !== claimed });
      if (verdict !== claimed) problems.push(`${place}: the file says ${claimed}, and the answer is ${verdict}.`);
      const first = await judgeAnswer(question, scenario, tries[0], labs.evaluate);
      if (first.verdict === "right") predicted++;
    } catch (error) {
      problems.push(`${place}: ${(error as Error).message}.`);
    }
    counts[graded.verdict === "unjudged" ? "wrong" : graded.verdict]++;
  }
  const questions = lecture.steps.reduce((sum, { questions }) => sum + questions.length, 0);
  return { counts: { ...counts, missing: questions - seen.size, predicted }, answers };
}

async function gradeSubmissions(lecture: Lecture, result: Result, labs: Labs, problems: string[]) {
  let [met, unmet] = [0, 0];
  const seen = new Set<number>();
  const submissions: GradedSubmission[] = [];
  for (const { task: at, scenario, tries, seconds, verdict: claimed } of result.submissions) {
    const place = `Task ${at + 1}`;
    const task = lecture.tasks?.[at];
    if (!task || seen.has(at)) {
      problems.push(
        `${place}: ${task ? "the file has two submissions, and the first one counts" : "there is no such task"}.`,
      );
      continue;
    }
    seen.add(at);
    const graded = { task: at, scenario, tries, seconds };
    const start = { ...task, scenario: studentVariant(lecture, { task: at }, result.student).scenario };
    try {
      const { verdict, problem } = await judgeSubmission(start, scenario, labs);
      const shown = (await judgeSubmission(shownPart(start), scenario, labs)).verdict;
      if (isReached(verdict)) met++;
      else unmet++;
      submissions.push({ ...graded, verdict, isForged: shown !== claimed });
      if (problem !== undefined) problems.push(`${place}: ${problem}`);
      if (shown !== claimed) problems.push(`${place}: the file says ${claimed}, and the submission is ${verdict}.`);
    } catch (error) {
      unmet++;
      submissions.push({ ...graded, verdict: "unjudged", isForged: false });
      problems.push(`${place}: ${(error as Error).message}.`);
    }
  }
  return { met, unmet, submissions };
}

/** Returns a task as the student's copy has it. */
const shownPart = <Part extends Pick<LectureTask, "checks">>(task: Part): Part => ({
  ...task,
  checks: task.checks.map((check) => (isHidden(check) ? commitmentOf(check) : check)),
});
